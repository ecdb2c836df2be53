"""Formats the texts in the lines of the standard input. Prints the output of an app.

show.py c|percent|brace|apple|qt
"""
import ctypes
import glob
import sys
from urllib.parse import quote, unquote


def value_of(field):
    if field.startswith("'"):
        return field[1:]
    return float(field) if '.' in field else int(field)


def printf():
    libc = ctypes.CDLL(None)
    # Values that no text names, so that a superfluous placeholder shows them.
    rest = [ctypes.c_char_p('⟦unknown⟧'.encode())] * 4

    def native(value):
        if isinstance(value, str):
            return ctypes.c_char_p(value.encode())
        return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int(value)

    def show(text, values):
        buffer = ctypes.create_string_buffer(4096)
        libc.snprintf(buffer, ctypes.c_size_t(4096), text.encode(), *[native(one) for one in values.values()], *rest)
        return buffer.value.decode()

    return show


def percent(text, values):
    return text % (values if '%(' in text else tuple(values.values()))


def apple():
    objc = ctypes.CDLL('libobjc.so.4', mode=ctypes.RTLD_GLOBAL)
    ctypes.CDLL((glob.glob('/usr/lib/libgnustep-base.so*') + glob.glob('/usr/lib/*/libgnustep-base.so*'))[0], mode=ctypes.RTLD_GLOBAL)
    pointer = ctypes.c_void_p
    for name, taken in [('objc_get_class', [ctypes.c_char_p]), ('sel_registerName', [ctypes.c_char_p]),
                        ('objc_msg_lookup', [pointer, pointer])]:
        function = getattr(objc, name)
        function.restype, function.argtypes = pointer, taken

    def send(target, name, result, *args):
        selector = objc.sel_registerName(name)
        method = objc.objc_msg_lookup(target, selector)
        return ctypes.CFUNCTYPE(result, pointer, pointer, *map(type, args))(method)(target, selector, *args)

    send(send(objc.objc_get_class(b'NSAutoreleasePool'), b'alloc', pointer), b'init', pointer)
    strings = objc.objc_get_class(b'NSString')

    def native(value):
        if isinstance(value, str):
            return pointer(send(strings, b'stringWithUTF8String:', pointer, ctypes.c_char_p(value.encode())))
        return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_long(value)

    rest = [native('⟦unknown⟧')] * 4

    def show(text, values):
        shown = send(strings, b'stringWithFormat:', pointer, native(text), *map(native, values.values()), *rest)
        return send(shown, b'UTF8String', ctypes.c_char_p).decode()

    return show


def qt():
    from PyQt5.QtCore import QCoreApplication
    from PyQt5.QtQml import QJSEngine, QJSValue
    app = QCoreApplication([])
    engine = QJSEngine()
    engine.installExtensions(QJSEngine.TranslationExtension)
    arg = engine.evaluate('(text, value) => text.arg(value)')

    def show(text, values):
        shown = QCoreApplication.translate('texts', text, None, values.get('n', -1))
        for name, value in values.items():
            if name != 'n':
                shown = arg.call([QJSValue(shown), QJSValue(value)]).toString()
        return shown

    show.needs = app, engine
    return show


MODES = {
    'c': printf,
    'percent': lambda: percent,
    'brace': lambda: lambda text, values: text.format(**values),
    'apple': apple,
    'qt': qt,
}
show = MODES[sys.argv[1]]()
for line in sys.stdin:
    text, locale, *fields = map(unquote, line.rstrip('\n').split('\t'))
    values = {name: value_of(value) for name, value in (field.split('=', 1) for field in fields)}
    try:
        print('=' + quote(show(text, values), safe=''))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        print('!' + quote(repr(error), safe=''))
    sys.stdout.flush()
