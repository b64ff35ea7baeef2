// Built-in lessons for compiler codes and dimensions with a well-known cause; other codes need a model or a person to write one.

const shipped: Readonly<Record<string, string>> = {
  TS1005: 'Close every bracket, brace and string you open; a missing one makes the compiler complain far from the cause.',
  TS1128: 'Check that every block is closed where it should be: a stray or missing brace ends a function early.',
  TS1443: 'Import modules by a plain string literal, without expressions in the path.',
  TS2304: 'Import or declare every name before you use it, and check its spelling against the file that exports it.',
  TS2305: 'Import only names the module exports; look at the module before importing from it.',
  TS2307: 'Import only files and packages that exist: check the path, and add a package to package.json before importing it.',
  TS2322: 'Make the value fit the declared type; change the type only where the task asks for it, and never to any.',
  TS2339: 'Use only properties the type declares; add a property to the type where the object is defined.',
  TS2345: 'Pass arguments of the type the function declares; read its signature first.',
  TS2531: 'A value that may be null needs a check before it is used.',
  TS2532: 'A value that may be undefined needs a check before it is used.',
  TS2554: 'Pass exactly the arguments the function takes; read its signature first.',
  TS2741: 'Give every required property when you make an object of a declared type.',
  TS7006: 'Write the type of every parameter.',
  TS18046: 'Narrow a value of type unknown, for example a caught error, before you use it.',
  TS18048: 'A value that may be undefined needs a check before it is used.',
  COMPLETENESS_TODO: 'Implement everything the task asks for; leave no TODO, FIXME or XXX.',
  ARCHITECTURE_LONG_FILE: 'Split a file before it passes 500 lines.',
  READABILITY_COMPLEXITY: 'Split a function that branches more than ten times.',
  READABILITY_LINT: 'Leave no lint warning in the files you change.',
  COVERAGE_LOW: 'Write a test for every function you add or change, its errors included.',
  TESTS_FAIL: 'Run the tests and fix the code, not the tests, until all of them pass.',
  BUILD_FAILS: 'Build the project and fix every error before you finish.',
}

export const shippedLesson = (code: string): string | null => shipped[code] ?? null
