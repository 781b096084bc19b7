/* Regret minimization for Coup at two players (counterfactual regrets by a value of histories, in the manner of
   ESCHER, McAleer et al. 2023): both players' regrets in one table, and the average of what they played as the result.

   cfr SECONDS SEED OUT [TABLE]: trains, and writes keys and average policies. With a TABLE, that one is not changed but
   played against: what is learned then is a response, and what it wins is printed. */

#include <stdio.h>
#include <time.h>

#include "game.h"

#define SIZE (1u << 23)
#define EXPLORE 0.35f
#define AHEAD 4     /* turns played to learn what a history is worth */
#define LONGEST 200 /* games that this is a mean of */

typedef struct {
    uint64_t key; /* plus one; 0 is free */
    float regret[SLOTS], played[SLOTS];
} Node;
static Node *table, *fixed;
static uint32_t nodes;

static Node *find(Node *in, uint64_t key, int make) {
    uint64_t h = (key + 1) * 0x9E3779B97F4A7C15ull;
    for (uint32_t i = h >> 41;; i = (i + 1) & (SIZE - 1)) {
        if (in[i].key == key + 1) return &in[i];
        if (!in[i].key) {
            if (!make) return NULL;
            if (++nodes > SIZE / 10 * 9) fprintf(stderr, "the table is full\n"), exit(1);
            in[i].key = key + 1;
            return &in[i];
        }
    }
}

static void share(const float *weights, int mask, float *out) {
    float sum = 0;
    int count = __builtin_popcount(mask);
    for (int i = 0; i < SLOTS; i++) sum += out[i] = mask >> i & 1 && weights[i] > 0 ? weights[i] : 0;
    for (int i = 0; i < SLOTS; i++) out[i] = sum > 0 ? out[i] / sum : mask >> i & 1 ? 1.0f / count : 0;
}

static int pick(const float *odds, int mask) {
    float x = chance();
    int last = 0;
    for (int i = 0; i < SLOTS; i++)
        if (mask >> i & 1) {
            last = i;
            if ((x -= odds[i]) < 0) return i;
        }
    return last;
}

static int responder = -1; /* who plays by `table` where the other one is fixed */

static Node *policy(const State *s, int mask, float *odds) {
    if (fixed && s->who != responder) {
        Node *node = find(fixed, key_of(s), 0);
        static const float nothing[SLOTS];
        share(node ? node->played : nothing, mask, odds);
        return NULL;
    }
    Node *node = find(table, key_of(s), 1);
    share(node->regret, mask, odds);
    return node;
}

/* -- what a history is worth to who is about to act */

static int index_of(const int8_t *hand, int cards) {
    int a = -1, b = -1;
    for (int c = 0; c < 5; c++)
        for (int i = 0; i < hand[c]; i++) a < 0 ? (a = c) : (b = c);
    return cards == 1 ? a : a * 5 - a * (a - 1) / 2 + b - a;
}
static int truth(const State *s, int p) {
    int card = s->said[p][0];
    return card == NONE ? 0 : s->hand[p][card] ? 1 : 2;
}
typedef struct {
    float won;
    uint32_t met;
} Worth;
static Worth *worth;
#define PLACES (4 * 375)
#define WORTHS ((size_t)2 * PLACES * 169 * 9)
static Worth *value(const State *s) {
    int me = s->actor, you = me ^ 1, up = 0, first = -1;
    for (int c = 0; c < 5; c++)
        for (int i = 0; i < s->up[c]; i++) first < 0 ? (first = c) : (up = first * 5 - first * (first - 1) / 2 + c - first);
    int gone = s->cards[me] + s->cards[you] == 4 ? 0 : s->cards[me] + s->cards[you] == 3 ? first : up;
    int width = s->cards[you] == 2 ? 15 : 5;
    int place = (index_of(s->hand[me], s->cards[me]) * width + index_of(s->hand[you], s->cards[you]));
    place += gone * (s->cards[me] == 2 ? 15 : 5) * width + ((s->cards[me] - 1) * 2 + s->cards[you] - 1) * 375;
    if (fixed && me != responder) place += PLACES;
    int coins = (s->coins[me] > 12 ? 12 : s->coins[me]) * 13 + (s->coins[you] > 12 ? 12 : s->coins[you]);
    return worth + (((size_t)place * 169 + coins) * 3 + truth(s, me)) * 3 + truth(s, you);
}

/* To the actor: what was found so far, and until much was, what coins and cards look like. */
static float guessed(const State *s) {
    int me = s->actor, you = me ^ 1;
    float first = 0.52f + 0.03f * (s->coins[me] - s->coins[you]) + 0.25f * (s->cards[me] - s->cards[you]);
    Worth *found = value(s);
    first = first < 0.05f ? 0.05f : first > 0.95f ? 0.95f : first;
    return found->met < 5 ? (found->won * found->met + first * (5 - found->met)) / 5 : found->won;
}

/* To player 0: plays on for so many turns. */
static float played_on(State *s, int turns) {
    float odds[SLOTS];
    for (; turns && s->phase != OVER; turns--) {
        if (s->phase == TURN) s->phase = ACT;
        while (s->phase < TURN) {
            int mask = legal(s);
            if (mask & (mask - 1))
                policy(s, mask, odds), act(s, pick(odds, mask));
            else
                act(s, __builtin_ctz(mask));
        }
    }
    if (s->phase == OVER) return s->who == 0;
    float v = guessed(s);
    return s->actor == 0 ? v : 1 - v;
}

static void game(int traverser, double weight) {
    State s;
    float odds[SLOTS], q[SLOTS];
    deal(&s);
    for (int turns = 0; s.phase != OVER && turns < 60;) {
        if (s.phase == TURN) {
            turns++;
            State t = s;
            s.phase = ACT;
            float v = played_on(&t, AHEAD);
            Worth *mine = value(&s);
            if (mine->met < LONGEST) mine->met++;
            mine->won += ((s.actor == 0 ? v : 1 - v) - mine->won) / mine->met;
        }
        int mask = legal(&s);
        if (!(mask & (mask - 1))) {
            act(&s, __builtin_ctz(mask));
            continue;
        }
        Node *node = policy(&s, mask, odds);
        if (s.who == traverser) {
            float mean = 0;
            for (int i = 0; i < SLOTS; i++)
                if (mask >> i & 1) {
                    State t = s;
                    act(&t, i);
                    q[i] = played_on(&t, 1);
                    if (traverser) q[i] = 1 - q[i];
                    mean += odds[i] * q[i];
                }
            for (int i = 0; i < SLOTS; i++)
                if (mask >> i & 1) {
                    node->regret[i] += weight * (q[i] - mean);
                    if (node->regret[i] < -50 * weight) node->regret[i] = -50 * weight;
                    odds[i] = (1 - EXPLORE) * odds[i] + EXPLORE / __builtin_popcount(mask);
                }
        } else if (node) {
            for (int i = 0; i < SLOTS; i++) node->played[i] += weight * odds[i];
        }
        act(&s, pick(odds, mask));
    }
}

/* What the responder wins of so many games, by the best that it knows. */
static double won(int games) {
    int wins = 0;
    float odds[SLOTS];
    for (int n = 0; n < games; n++) {
        State s;
        responder = n & 1;
        deal(&s);
        for (int turns = 0; s.phase != OVER && turns < 200; turns++) {
            if (s.phase == TURN) s.phase = ACT;
            int mask = legal(&s);
            Node *node = mask & (mask - 1) ? policy(&s, mask, odds) : NULL;
            int slot = mask & (mask - 1) ? pick(odds, mask) : __builtin_ctz(mask);
            if (node) {
                slot = -1;
                for (int i = 0; i < SLOTS; i++)
                    if (mask >> i & 1 && (slot < 0 || node->regret[i] > node->regret[slot])) slot = i;
            }
            act(&s, slot);
        }
        wins += s.phase == OVER && s.who == responder;
    }
    return (double)wins / games;
}

static void load(const char *name) {
    FILE *f = fopen(name, "rb");
    struct { uint64_t key; float played[SLOTS]; } __attribute__((packed)) row;
    if (!f) perror(name), exit(1);
    fixed = calloc(SIZE, sizeof(Node));
    while (fread(&row, sizeof row, 1, f) == 1) memcpy(find(fixed, row.key, 1)->played, row.played, sizeof row.played);
    fclose(f);
    nodes = 0;
}

static void save(const char *name) {
    FILE *f = fopen(name, "wb");
    if (!f) perror(name), exit(1);
    for (uint32_t i = 0; i < SIZE; i++) {
        uint64_t key = table[i].key - 1;
        float sum = 0;
        for (int k = 0; k < SLOTS; k++) sum += table[i].played[k];
        if (table[i].key && sum > 0) fwrite(&key, 8, 1, f), fwrite(table[i].played, sizeof table[i].played, 1, f);
    }
    fclose(f);
}

int main(int count, char **words) {
    double seconds = count > 1 ? atof(words[1]) : 60;
    dice ^= (count > 2 ? strtoull(words[2], 0, 10) : 1) * 0x9E3779B97F4A7C15ull;
    table = calloc(SIZE, sizeof(Node));
    worth = calloc(WORTHS, sizeof(Worth));
    if (count > 4) load(words[4]);
    double done = 0;
    uint64_t games = 0;
    while (done < seconds) {
        for (int i = 0; i < 20000; i++, games++) {
            int traverser = games & 1;
            if (fixed) responder = traverser;
            double weight = fixed ? 1 : 1e-6 * (1 + games);
            game(traverser, weight);
        }
        double now = (double)clock() / CLOCKS_PER_SEC;
        if ((int)(now / 15) > (int)(done / 15)) {
            fprintf(stderr, "%5.0f s %9lu games %8u states", now, (unsigned long)games, nodes);
            if (fixed) fprintf(stderr, "   a response wins %.1f%%", 100 * won(100000));
            fprintf(stderr, "\n");
            if (!fixed && (int)now % 60 < 15) save(words[3]);
        }
        done = now;
    }
    if (fixed)
        printf("%.4f\n", won(400000));
    else
        save(words[3]);
    return 0;
}
