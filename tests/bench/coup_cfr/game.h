/* Coup at two players as fast as can be: a state machine, what a player may tell states apart by, what it may do. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { INCOME, AID, COUP, TAX, ASSASSINATE, STEAL, EXCHANGE };
enum { DUKE, ASSASSIN, CAPTAIN, AMBASSADOR, CONTESSA, NONE = 7 };
enum { ACT, CHALLENGE, BLOCK, CHALLENGE_BLOCK, LOSE, KEEP, TURN, OVER };
enum { AFTER_TURN, AFTER_ANSWERED, AFTER_REFUND, AFTER_EFFECT };
#define SLOTS 7

static const int COST[7] = {0, 0, 7, 0, 3, 0, 0};
static const int CLAIM[7] = {NONE, NONE, NONE, DUKE, ASSASSIN, CAPTAIN, AMBASSADOR};
static const int BLOCKERS[7][2] = {
    {NONE, NONE}, {DUKE, NONE}, {NONE, NONE}, {NONE, NONE}, {CONTESSA, NONE}, {CAPTAIN, AMBASSADOR}, {NONE, NONE}};

typedef struct {
    int8_t hand[2][5]; /* by character, how many */
    int8_t cards[2], coins[2];
    int8_t up[5], deck[5];
    int8_t said[2][2]; /* the last claims that stood, the latest first */
    int8_t phase, actor, who, verb, claim, then;
} State;

static uint64_t dice = 88172645463325252ull;
static inline uint32_t roll(void) {
    dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
    return dice >> 32;
}
static inline float chance(void) { return roll() * (1.0f / 4294967296.0f); }

static int draw(State *s) {
    int left = 0, card = 0;
    for (int i = 0; i < 5; i++) left += s->deck[i];
    int n = roll() % left;
    while (n >= s->deck[card]) n -= s->deck[card++];
    s->deck[card]--;
    return card;
}

static void deal(State *s) {
    memset(s, 0, sizeof *s);
    memset(s->deck, 3, 5);
    memset(s->said, NONE, 4);
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < 2; i++) s->hand[p][draw(s)]++;
    s->cards[0] = s->cards[1] = s->coins[0] = s->coins[1] = 2;
    s->actor = s->who = roll() & 1;
    s->coins[s->actor] = 1;
    s->phase = TURN;
}

/* -- claims that are remembered */

static void forget(State *s, int p, int card) {
    if (s->said[p][0] == card) s->said[p][0] = s->said[p][1], s->said[p][1] = NONE;
    if (s->said[p][1] == card) s->said[p][1] = NONE;
}
static void remember(State *s, int p, int card) {
    forget(s, p, card);
    s->said[p][1] = s->cards[p] == 2 ? s->said[p][0] : NONE;
    s->said[p][0] = card;
}

/* -- what happens */

static void turn_over(State *s) { s->actor ^= 1, s->who = s->actor, s->phase = TURN; }

static void lose(State *s, int p, int then);

static void effect(State *s) {
    int me = s->actor, you = me ^ 1;
    switch (s->verb) {
    case STEAL: {
        int n = s->coins[you] < 2 ? s->coins[you] : 2;
        s->coins[you] -= n, s->coins[me] += n;
        break;
    }
    case COUP:
    case ASSASSINATE:
        lose(s, you, AFTER_TURN);
        return;
    case EXCHANGE:
        s->hand[me][draw(s)]++, s->hand[me][draw(s)]++;
        s->phase = KEEP, s->who = me;
        return;
    default:
        s->coins[me] += s->verb == TAX ? 3 : s->verb == AID ? 2 : 1;
    }
    turn_over(s);
}

static void stood(State *s) {
    if (BLOCKERS[s->verb][0] != NONE)
        s->phase = BLOCK, s->who = s->actor ^ 1;
    else
        effect(s);
}

static void then(State *s, int what) {
    switch (what) {
    case AFTER_TURN: turn_over(s); break;
    case AFTER_ANSWERED: stood(s); break;
    case AFTER_REFUND: s->coins[s->actor] += COST[s->verb], turn_over(s); break;
    case AFTER_EFFECT: effect(s); break;
    }
}

static void turn_up(State *s, int p, int card) {
    s->hand[p][card]--, s->up[card]++, s->cards[p]--;
    forget(s, p, card);
    s->said[p][1] = NONE;
    if (!s->cards[p])
        s->phase = OVER, s->who = p ^ 1;
    else
        then(s, s->then);
}

static void lose(State *s, int p, int what) {
    s->then = what;
    if (s->cards[p] == 1) {
        int card = 0;
        while (!s->hand[p][card]) card++;
        turn_up(s, p, card);
    } else {
        s->phase = LOSE, s->who = p;
    }
}

static void challenged(State *s, int claimant, int card) {
    int block = s->phase == CHALLENGE_BLOCK;
    if (s->hand[claimant][card]) {
        s->hand[claimant][card]--, s->deck[card]++;
        s->hand[claimant][draw(s)]++;
        forget(s, claimant, card);
        lose(s, claimant ^ 1, block ? AFTER_TURN : AFTER_ANSWERED);
    } else {
        forget(s, claimant, card);
        lose(s, claimant, block ? AFTER_EFFECT : AFTER_REFUND);
    }
}

/* Which cards to keep, by slot: combinations of the sorted hand, each once. */
static int keeps(const int8_t *hand, int count, int8_t out[SLOTS][2]) {
    int8_t cards[4];
    int n = 0, made = 0;
    for (int c = 0; c < 5; c++)
        for (int i = 0; i < hand[c]; i++) cards[n++] = c;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < (count == 2 ? n : i + 2); j++) {
            int a = cards[i], b = count == 2 ? cards[j] : NONE, known = 0;
            for (int k = 0; k < made; k++) known |= out[k][0] == a && out[k][1] == b;
            if (!known) out[made][0] = a, out[made++][1] = b;
        }
    return made;
}

static void act(State *s, int slot) {
    int me = s->who;
    switch (s->phase) {
    case ACT:
        s->verb = slot, s->coins[me] -= COST[slot], s->claim = CLAIM[slot];
        if (s->claim != NONE)
            s->phase = CHALLENGE, s->who = me ^ 1;
        else if (slot == AID)
            s->phase = BLOCK, s->who = me ^ 1;
        else
            effect(s);
        break;
    case CHALLENGE:
        if (slot)
            challenged(s, s->actor, s->claim);
        else
            remember(s, s->actor, s->claim), stood(s);
        break;
    case BLOCK:
        if (slot)
            s->claim = BLOCKERS[s->verb][slot - 1], s->phase = CHALLENGE_BLOCK, s->who = me ^ 1;
        else
            effect(s);
        break;
    case CHALLENGE_BLOCK:
        if (slot)
            challenged(s, s->actor ^ 1, s->claim);
        else
            remember(s, s->actor ^ 1, s->claim), turn_over(s);
        break;
    case LOSE: turn_up(s, me, slot); break;
    case KEEP: {
        int8_t ways[SLOTS][2];
        keeps(s->hand[me], s->cards[me], ways);
        for (int c = 0; c < 5; c++) {
            int kept = (ways[slot][0] == c) + (ways[slot][1] == c);
            s->deck[c] += s->hand[me][c] - kept, s->hand[me][c] = kept;
        }
        memset(s->said[me], NONE, 2);
        turn_over(s);
    }
    }
}

/* -- what may be done, as bits by slot; without what is dominated */

static int legal(const State *s) {
    int me = s->who, you = me ^ 1, mask = 0;
    const int8_t *hand = s->hand[me];
    switch (s->phase) {
    case ACT: {
        int coins = s->coins[me];
        if (coins >= 10 || (coins >= 7 && s->cards[you] == 1)) return 1 << COUP;
        mask = (coins >= 7) << COUP;
        if (coins >= 7 || !hand[DUKE]) mask |= 1 << INCOME | 1 << AID;
        for (int verb = TAX; verb <= EXCHANGE; verb++)
            if ((hand[CLAIM[verb]] || s->up[CLAIM[verb]] < 3) && coins >= COST[verb]) mask |= 1 << verb;
        if (!s->coins[you]) mask &= ~(1 << STEAL);
        return mask;
    }
    case CHALLENGE:
    case CHALLENGE_BLOCK: return hand[s->claim] + s->up[s->claim] == 3 ? 2 : 3;
    case BLOCK: {
        int lies = 0, true_ones = 0;
        for (int i = 0; i < 2; i++) {
            int card = BLOCKERS[s->verb][i];
            if (card == NONE) continue;
            if (hand[card]) true_ones |= 2 << i;
            if (s->up[card] < 3) lies |= 2 << i;
        }
        if (s->verb == ASSASSINATE && s->cards[me] == 1 && lies) return lies;
        if (true_ones) return s->verb == STEAL && !s->coins[me] ? 1 | true_ones : true_ones;
        return 1 | lies;
    }
    case LOSE:
        for (int c = 0; c < 5; c++) mask |= (hand[c] > 0) << c;
        return mask;
    default: {
        int8_t ways[SLOTS][2];
        return (1 << keeps(hand, s->cards[me], ways)) - 1;
    }
    }
}

/* -- what the player tells states apart by */

static int memory(int said) { return said == NONE ? 0 : 1 + said; }
static int purse(const State *s, int p) {
    int coins = s->coins[p];
    if (s->phase >= LOSE) return coins < 3 ? 0 : coins < 7 ? 3 : 7;
    return coins < 8 ? coins : 8;
}
static uint64_t key_of(const State *s) {
    int me = s->who, you = me ^ 1;
    uint64_t key = s->phase;
    for (int c = 0; c < 5; c++) key = key << 2 | s->hand[me][c];
    for (int c = 0; c < 5; c++) key = key << 2 | s->up[c];
    key = key << 1 | (s->cards[you] - 1);
    key = key << 4 | purse(s, me);
    key = key << 4 | purse(s, you);
    key = key << 3 | (s->phase == ACT || s->phase >= LOSE ? 0 : s->verb);
    key = key << 3 | (s->phase == CHALLENGE_BLOCK ? s->claim : 0);
    key = key << 3 | memory(s->said[me][0]);
    return key << 3 | memory(s->said[you][0]);
}
