"""HTML out of Markdown, and the pieces that all pages are made of."""

import html
import re

import markdown_it


def escape(text):
    return html.escape(str(text), quote=True)


def plain(markup):
    """The text of a piece of HTML, for the search index."""
    spaced = re.sub(r"<(?!/?(?:a|b|code|em|i|span|strong|u|wbr)\b)[^>]+>", " ", markup)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", spaced)).split())


def slug(text):
    """The anchor that GitHub gives a heading, so that a link works there and here."""
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


def heading(level, content, anchor, extra=""):
    """A heading with a link to itself. The link's name stands in the heading, so it needs no words of its own to be unique."""
    return (
        f'<h{level} id="{escape(anchor)}">{content}{extra}'
        f'<a class="anchor" href="#{escape(anchor)}" aria-label="Link to {escape(plain(content))}">#</a></h{level}>'
    )


def scroll(content, label):
    """What may be wider than a phone. The script makes it focusable where it scrolls."""
    return f'<div class="scroll" role="group" aria-label="{escape(label)}">{content}</div>'


class Markdown:
    """CommonMark with tables. `link` turns the target of a link into an address of the site, or into nothing."""

    def __init__(self, link=lambda target: target):
        self.link = link
        self.parser = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def inline(self, text):
        return self._render(self.parser.parseInline(str(text))[0].children or [])

    def block(self, text):
        return self.document(text)[0]

    def document(self, text, shift=0):
        """The HTML of a whole text, and its headings as (level, HTML, anchor)."""
        tokens = self.parser.parse(str(text))
        out, headings, used, number = [], [], {}, 0
        while number < len(tokens):
            token = tokens[number]
            if token.type == "heading_open":
                content = self._render(tokens[number + 1].children)
                anchor = slug(plain(content))
                used[anchor] = used.get(anchor, -1) + 1
                anchor += f"-{used[anchor]}" if used[anchor] else ""
                level = int(token.tag[1]) + shift
                headings.append((level, content, anchor))
                out.append(heading(level, content, anchor) if level > 1 else f'<h1 id="{anchor}">{content}</h1>')
                number += 2
            elif token.type == "inline":
                out.append(self._render(token.children))
            elif token.type == "fence":
                out.append(fence(token.content, token.info))
            elif token.type == "code_block":
                out.append(fence(token.content, ""))
            elif token.type == "table_open":
                end = next(at for at in range(number, len(tokens)) if tokens[at].type == "table_close")
                out.append(self._table(tokens[number : end + 1]))
                number = end
            elif token.type in ("html_block", "html_inline"):
                # Comments in the pages are for their tests; other HTML would need a policy of its own.
                if not token.content.strip().startswith("<!--"):
                    out.append(f"<p>{escape(token.content)}</p>")
            elif token.hidden:
                pass
            else:
                out.append(self.parser.renderer.renderToken(tokens, number, self.parser.options, {}))
            number += 1
        return "".join(out), headings

    def _table(self, tokens):
        out, head = [], ""
        for number, token in enumerate(tokens):
            if token.type == "inline":
                content = self._render(token.children)
                out.append(content)
                if tokens[number - 1].type == "th_open":
                    head += " " + plain(content)
            elif token.type == "th_open":
                out.append('<th scope="col">')
            elif token.type == "td_open":
                out.append("<td>")
            else:
                out.append(f"<{'' if token.nesting > 0 else '/'}{token.tag}>")
        return scroll("".join(out), f"Table: {head.strip() or 'details'}")

    def _render(self, tokens):
        out, open_links = [], []
        for number, token in enumerate(tokens):
            if token.type == "link_open":
                target = self.link(token.attrGet("href"))
                open_links.append(target)
                if target:
                    out.append(f'<a href="{escape(target)}">')
            elif token.type == "link_close":
                if open_links.pop():
                    out.append("</a>")
            elif token.type == "html_inline":
                out.append("" if token.content.startswith("<!--") else escape(token.content))
            elif token.type == "softbreak":
                out.append("\n")
            elif token.type == "image":
                out.append(escape(token.content))
            elif token.type in self.parser.renderer.rules:
                out.append(self.parser.renderer.rules[token.type](tokens, number, self.parser.options, {}))
            else:
                out.append(self.parser.renderer.renderToken(tokens, number, self.parser.options, {}))
        return "".join(out)


def fence(text, language):
    """Code wraps; a drawing, which has no language, keeps its lines and scrolls."""
    language = language.split()[0] if language.strip() else ""
    if language in ("", "text") and any(character in text for character in "│┌└─▶→|+"):
        return f'<pre class="drawing scroll" role="group" aria-label="Drawing"><code>{escape(text)}</code></pre>'
    return f"<pre><code>{escape(text)}</code></pre>"
