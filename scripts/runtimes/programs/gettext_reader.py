"""Reads PO or MO files, whose names are lines of the standard input. Prints their texts as JSON.

gettext_reader.py mo <numbers>    python's gettext, with the text of each number
gettext_reader.py babel           Babel's catalogs
gettext_reader.py rewrite <from> <to>
"""

import gettext
import json
import sys

from babel.messages import pofile


def of_mo(path):
    catalog = gettext.GNUTranslations(open(path, "rb"))
    numbers = [int(number) for number in sys.argv[2].split(",")]
    texts, plurals = {}, set()
    for key in catalog._catalog:
        if isinstance(key, tuple):
            plurals.add(key[0])
        elif key != "":
            texts[key] = ask(catalog, key)
    for key in plurals:
        for number in numbers:
            texts[f"{key}#{number}"] = ask_plural(catalog, key, number)
    return texts


def ask(catalog, key):
    context, end, text = key.partition("\x04")
    return catalog.pgettext(context, text) if end else catalog.gettext(key)


def ask_plural(catalog, key, number):
    context, end, text = key.partition("\x04")
    if end:
        return catalog.npgettext(context, text, text, number)
    return catalog.ngettext(key, key, number)


def of_babel(path):
    catalog = pofile.read_po(open(path, "rb"), abort_invalid=True)
    texts = {}
    for message in catalog:
        if message.id == "":
            continue
        one = message.id[0] if message.pluralizable else message.id
        key = one if message.context is None else f"{message.context}\x04{one}"
        if not message.pluralizable:
            if message.string:
                texts[key] = message.string
            continue
        for number, text in enumerate(message.string):
            if text:
                texts[f"{key}[{number}]"] = text
    return texts


def shown(path):
    try:
        return {"texts": of_mo(path) if sys.argv[1] == "mo" else of_babel(path)}
    except Exception as error:  # What the library raises is what is reported.
        return {"error": f"{type(error).__name__}: {error}"}


if sys.argv[1] == "rewrite":
    catalog = pofile.read_po(open(sys.argv[2], "rb"), abort_invalid=True)
    pofile.write_po(open(sys.argv[3], "wb"), catalog)
else:
    print(json.dumps([shown(line) for line in sys.stdin.read().splitlines()]))
