// The same for a Python file.

export const pythonRecorder = String.raw`def _whet_record(settings):
    import atexit, copy, functools, inspect, json, math, re, time

    settings = json.loads(settings)
    inside = lambda: getattr(json, '_whet_inside', False)  # shared by all files
    spent = [0]
    last = []

    def ask_again():
        json._whet_inside = True
        for given, first, answer, write in last:
            for _ in range(64):
                again = answer(*copy.deepcopy(given))
                if again != first:
                    write('again', '', '', again)
                    break

    atexit.register(ask_again)

    def show(value):
        try:
            return repr(value)[:2000]
        except Exception:
            return '?'

    def literal(value):
        return 's:' + value if isinstance(value, str) else 'n:' + re.sub(r'\.0$', '', repr(value))

    def nearby(value):
        if isinstance(value, str):
            places = [at for at, char in enumerate(value) if char.isalnum()]
            digits = [at for at, char in enumerate(value) if char.isdigit()]
            if not places:
                return []
            chosen = [places[0], places[len(places) // 2], places[-1]] + digits[:1] + digits[-1:]
            other = lambda char: {'z': 'b', 'Z': 'B', '9': '4'}.get(char, chr(ord(char) + 1))
            return list(dict.fromkeys([value[:at] + other(value[at]) + value[at + 1:] for at in chosen] + [value + value[-1], value + value]))
        if value == 0 or not math.isfinite(value):
            return []
        zeros = 10 ** len(re.search('0*$', str(value)).group()) if isinstance(value, int) else 1
        steps = [1, -1, 3, value, zeros, -zeros] if value == int(value) else [1, -1, 3, 10, 27]
        return list(dict.fromkeys(type(value)(float('%.12g' % (value + step))) for step in steps))

    def sites(value, at=()):
        if isinstance(value, (int, float, str)) and not isinstance(value, bool):
            return [(at, value)]
        if len(at) > 4:
            return []
        inner = enumerate(value) if isinstance(value, (list, tuple)) else value.items() if isinstance(value, dict) else vars(value).items() if hasattr(value, '__dict__') and not callable(value) else ()
        return [found for key, one in inner for found in sites(one, at + (key,))]

    def put(value, at, other):
        if not at:
            return other
        value = copy.copy(value)
        if isinstance(value, tuple):
            return tuple(put(one, at[1:], other) if key == at[0] else one for key, one in enumerate(value))
        if isinstance(value, (list, dict)):
            value[at[0]] = put(value[at[0]], at[1:], other)
        else:
            vars(value)[at[0]] = put(vars(value)[at[0]], at[1:], other)
        return value

    def view(value):
        if type(value).__repr__ is object.__repr__ and hasattr(value, '__dict__'):
            return {key: view(one) for key, one in vars(value).items()}
        return tuple(view(one) for one in value) if isinstance(value, tuple) else value

    def record(target, name):
        known = set()

        @functools.wraps(target)
        def asked(*args, **named):
            try:
                given = copy.deepcopy((args, named))
                shown = show(view(given))
            except Exception:
                return target(*args, **named)
            if inside() or len(known) >= 40 or shown in known or spent[0] > 30:
                return target(*args, **named)
            known.add(shown)

            def write(*said):
                with open(settings['heard'], 'a') as file:
                    file.write(json.dumps([settings['path'] + ' ' + name, shown, *said]) + '\n')

            def answer(args, named):
                try:
                    return show(view(target(*args, **named)))
                except Exception:
                    return 'thrown'

            json._whet_inside = True
            began = time.monotonic()
            try:
                try:
                    result = target(*args, **named)
                    first = show(view(result))
                except Exception:
                    first = 'thrown'
                    raise
                finally:
                    write('first', '', '', first)
                    places = sites(given)[:8]
                    for at, value in places:
                        also = [one[2:] for one in settings['also'] if one[:2] == literal(value)[:2]][:6]
                        others = also if isinstance(value, str) else [type(value)(float(one)) for one in also]
                        for other in nearby(value) + others:
                            beside = put(copy.deepcopy(given), at, other)
                            place = show(view(beside))
                            write('beside', literal(value), place, answer(*beside))
                    if places:
                        last.append((given, first, answer, write))
                return result
            finally:
                spent[0] += time.monotonic() - began
                json._whet_inside = False

        return asked

    for name, value in list(globals().items()):
        if getattr(value, '__module__', None) != __name__ or name == '_whet_record':
            continue
        if inspect.isfunction(value) or hasattr(value, '__wrapped__'):
            globals()[name] = record(value, name)
        elif inspect.isclass(value):
            for key, method in list(vars(value).items()):
                if inspect.isfunction(method) and not key.startswith('__'):
                    setattr(value, key, record(method, name + '.' + key))
`
