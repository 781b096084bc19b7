"""An agent's view of a subject, and the arguments for and against it."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple
from zlib import crc32

from scenes.chat.arguments import FIELDS, GENERAL_FIELDS, Argument, Field
from scenes.chat.subject import Subject

View = Literal["for", "against", "unsure"]
VIEWS: tuple[View, View, View] = ("for", "against", "unsure")
_KIND = re.compile(r"\b(?:is|are|be|as|counts? as) (?:really |just |also )?(?:a|an)\b")
_BAD_NEWS = re.compile(
    r"\b(?:clos\w+|burn\w*|fire|flood\w*|accident|dead|died|dies|kill\w*|hurt|lost|fail\w*|broke\w*|attack\w*|harm\w*|"
    r"ban\w*|forbid\w*|lied|lies|stole\w*|sick|ill|danger\w*|crash\w*|worse|against|strike|war|scandal)\b",
    re.IGNORECASE,
)
_GOOD_NEWS = re.compile(
    r"\b(?:sav\w+|won|wins?|help\w*|open\w*|free|found|cure\w*|heal\w*|better|success\w*|safe\w*|prize|"
    r"thank\w*|love\w*|"
    r"recover\w*|works?|proved|improv\w+)\b",
    re.IGNORECASE,
)


class Debate(NamedTuple):
    """A subject as an agent sees it."""

    subject: Subject
    view: View
    mine: Sequence[Argument]
    """Arguments for the agent's own view; with "unsure", those for the statement."""
    others: Sequence[Argument]
    """Arguments for the opposite view."""
    my_case: str
    """An example that supports the agent's view."""

    @property
    def is_general(self) -> bool:
        """True if the subject belongs to no field."""
        return _field(self.subject) in GENERAL_FIELDS.values()


def debate(name: str, subject: Subject, news: Sequence[str] = ()) -> Debate:
    """Return an agent's view of a subject, with arguments for both sides. News can change the view."""
    view = view_of(name, subject)
    for text in news:
        view = view_after(view, subject, text)
    good, bad, good_case, bad_case = _sides(subject)
    return (
        Debate(subject, view, bad, good, bad_case) if view == "against" else Debate(subject, view, good, bad, good_case)
    )


def view_of(name: str, subject: Subject) -> View:
    """Return an agent's view of a subject before any news."""
    return VIEWS[(crc32(f"{name} {subject.statement or subject.main_phrase}".encode()) >> 8) % 3]


def view_after(view: View, subject: Subject, news: str) -> View:
    """Return the view of a subject after news.

    Bad news about a thing turns "for" into "unsure", and "unsure" into "against"; good news does the opposite.
    """
    words = _field(subject).words or "|".join(re.escape(each.split()[-1]) for each in subject.phrases) or "$."
    leaning = len(_GOOD_NEWS.findall(news)) - len(_BAD_NEWS.findall(news))
    if not leaning or not re.search(words, news, re.IGNORECASE):
        return view
    toward: View = "for" if (leaning > 0) != subject.is_negative else "against"
    return view if view == toward else toward if view == "unsure" else "unsure"


def _field(subject: Subject) -> Field:
    """Return the field of the first known word in a subject, or a general field without one."""
    found = [
        (match.start(), name)
        for name, field in FIELDS.items()
        if (match := re.search(field.words, subject.text.casefold()))
    ]
    return FIELDS[min(found)[1]] if found and not _is_classification(subject) else GENERAL_FIELDS[_form(subject)]


def _is_classification(subject: Subject) -> bool:
    return bool(re.search(r"\b(?:is|are|as) (?:really |just |also )?(?:a|an)\b", subject.statement))


def _form(subject: Subject) -> str:
    if re.search(r"\b(?:should|must|ought)\b", subject.statement):
        return "plan"
    return "kind" if _KIND.search(subject.statement) else "thing"


def _sides(subject: Subject) -> tuple[Sequence[Argument], Sequence[Argument], str, str]:
    """Return the arguments for and against a statement, and an example for each."""
    field, form = _field(subject), GENERAL_FIELDS[_form(subject)]
    good, bad, good_case, bad_case = field[1:]
    if subject.is_negative and field is not form:
        good, bad, good_case, bad_case = bad, good, bad_case, good_case
    if field is form or form is GENERAL_FIELDS["thing"]:
        return good, bad, good_case, bad_case
    return (*good, *form.good), (*bad, *form.bad), good_case, bad_case


def arguments_in(arguments: Iterable[Argument], text: str) -> tuple[Argument, ...]:
    """Return the arguments that a text contains."""
    low = text.casefold()
    return tuple(each for each in arguments if each.claim.casefold() in low)
