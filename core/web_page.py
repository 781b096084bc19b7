"""The frame of a self-contained web page: no network, no script.

Callers escape foreign text. The content security policy forbids the browser to load or run anything.
"""

from base64 import b64encode
from hashlib import sha256
from html import escape

BASE = """
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5c6b7a; --line: #d5dce3; --mark: #0a66c2; --paper: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e9ef; --soft: #93a1af; --line: #33404d; --mark: #6cb2ff; --paper: #11181f } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 2rem auto; max-width: 76rem; padding: 0 1rem }
h1 { margin: 0 } h2 { margin: 2.2rem 0 .2rem } p { margin: .2rem 0; color: var(--soft) }
a { color: var(--mark) } code { font-size: 13px } small { color: var(--soft) }
"""
"""Style of every page: colors for light and dark, and text."""


def policy(style: str) -> str:
    """Return the content security policy of a page with this style: its own style only."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def document(title: str, style: str, body: str) -> str:
    """Write a page around a body.

    Args:
        title: Plain text.
        style: CSS after `BASE`.
        body: HTML, in which foreign text is escaped.
    """
    style = BASE + style
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy(style)}">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    )
    return f"<!doctype html><html lang=en><head>{head}<style>{style}</style></head><body>{body}</body></html>\n"
