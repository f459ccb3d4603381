"""Sorts a WebAssembly module for packing: what is alike comes together, so LZMA makes a tenth less of it.

The result is for the page's wasm.js, which undoes this. It consists of streams: their count and lengths (LEB128),
and the streams themselves:

0. the module up to the code section
1. the module after it
2. the operators' forms: for each operator its code, the count of its immediates, and of each immediate its stream
   and width
3. the count of functions, the operators of all
4. from here, immediates of one kind each

An operator that has two numbers, like those of SIMD, has the code 256 * first + second. A width is a count of bytes,
`NUMBER` or `LABELS`.
"""

NUMBER = 0
LABELS = 255
BEFORE, AFTER, FORMS, OPERATORS = range(4)
CODE_SECTION = 10

# WebAssembly Core Specification 2.0, section 5.4. All operators that aren't here have no immediates.
KINDS = ["locals", "type", "label", "function", "call", "local", "global", "align", "offset", "i32", "i64", "float",
         "vector", "memory"]  # fmt: skip
FORMS_OF_OPERATORS = [
    (range(0x02, 0x05), ["type"]),
    (range(0x0C, 0x0E), ["label"]),
    ([0x0E], [("label", LABELS)]),
    ([0x10], ["function"]),
    ([0x11], ["call", "call"]),
    (range(0x20, 0x23), ["local"]),
    (range(0x23, 0x25), ["global"]),
    (range(0x28, 0x3F), ["align", "offset"]),
    (range(0x3F, 0x41), ["memory"]),
    ([0x41], ["i32"]),
    ([0x42], ["i64"]),
    ([0x43], [("float", 4)]),
    ([0x44], [("float", 8)]),
    (range(0xFC00, 0xFC08), []),
    ([0xFC0A], ["memory", "memory"]),
    ([0xFC0B], ["memory"]),
    (range(0xFD00, 0xFD0C), ["align", "offset"]),
    (range(0xFD0C, 0xFD0E), [("vector", 16)]),
    (range(0xFD15, 0xFD23), [("vector", 1)]),
    (range(0xFD54, 0xFD5C), ["align", "offset", ("vector", 1)]),
    (range(0xFD5C, 0xFD5E), ["align", "offset"]),
]
# Prefixes, typed selection, and what the core has no use for: references, tables, exceptions, tail calls.
UNKNOWN = {*range(0x06, 0x0B), *range(0x12, 0x1A), *range(0x1C, 0x20), *range(0x25, 0x28), *range(0xC5, 0x100)}


def forms():
    """Of each operator that has immediates, their streams and widths."""
    result = {}
    for operators, immediates in FORMS_OF_OPERATORS:
        pairs = [immediate if isinstance(immediate, tuple) else (immediate, NUMBER) for immediate in immediates]
        for operator in operators:
            result[operator] = [(OPERATORS + 1 + KINDS.index(kind), width) for kind, width in pairs]
    return result


def leb128(number):
    result = bytearray()
    while number > 0x7F:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(result) + bytes([number])


class Reader:
    def __init__(self, content, position=0):
        self.content = content
        self.position = position

    def bytes(self, count):
        start = self.position
        self.position += count
        return self.content[start : self.position]

    def encoded_number(self):
        end = self.position
        while self.content[end] > 0x7F:
            end += 1
        return self.bytes(end + 1 - self.position)

    def number(self):
        return sum((byte & 0x7F) << 7 * index for index, byte in enumerate(self.encoded_number()))


def sorted_module(module):
    """The streams of a module, one after the other."""
    before, code, after = split(module)
    known = forms()
    used = set()
    streams = [bytearray() for _ in range(OPERATORS + 1 + len(KINDS))]
    streams[BEFORE] += before
    streams[AFTER] += after
    reader = Reader(code)
    function_count = reader.number()
    streams[OPERATORS] += leb128(function_count)
    for _ in range(function_count):
        byte_count = reader.number()
        end = reader.position + byte_count
        declared = streams[OPERATORS + 1 + KINDS.index("locals")]
        group_count = reader.number()
        declared += leb128(group_count)
        for _ in range(group_count):
            declared += reader.encoded_number() + reader.bytes(1)
        while reader.position < end:
            operator = reader.bytes(1)[0]
            streams[OPERATORS].append(operator)
            if operator in (0xFC, 0xFD):
                second = reader.number()
                streams[OPERATORS] += leb128(second)
                operator = operator << 8 | second
            if operator in UNKNOWN or (0xFC00 <= operator < 0xFD00 and operator not in known):
                raise ValueError(f"wasm.py doesn't know the operator {operator:#x}")
            used.add(operator)
            for stream, width in known.get(operator, []):
                if width == LABELS:
                    count = reader.number()
                    streams[stream] += leb128(count)
                    for _ in range(count + 1):
                        streams[stream] += reader.encoded_number()
                else:
                    streams[stream] += reader.encoded_number() if width == NUMBER else reader.bytes(width)
    for operator in sorted(used & known.keys()):
        streams[FORMS] += leb128(operator) + leb128(len(known[operator]))
        for pair in known[operator]:
            streams[FORMS] += bytes(pair)
    lengths = b"".join(leb128(len(stream)) for stream in streams)
    return leb128(len(streams)) + lengths + b"".join(streams)


def split(module):
    """What precedes the code section, its content, and what follows."""
    reader = Reader(module, 8)
    while reader.position < len(module):
        start = reader.position
        identifier = reader.bytes(1)[0]
        byte_count = reader.number()
        content = reader.bytes(byte_count)
        if identifier == CODE_SECTION:
            return module[:start], content, module[reader.position :]
    raise ValueError("the module has no code")
