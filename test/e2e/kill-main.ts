// The command line, with a process that ends itself like kill -9 just before or just after its n-th commit. KILL_AT is `<n> before` or `<n> after`.
import { JournalFile } from '../../src/adapters/file-store/journal-file.ts'

export { main } from '../../src/surfaces/cli/main.ts'

const [at, when] = (process.env['KILL_AT'] ?? '').split(' ')
const { append } = JournalFile.prototype
let commits = 0
JournalFile.prototype.append = async function (bytes) {
  const last = ++commits === Number(at)
  if (last && when === 'before') process.kill(process.pid, 'SIGKILL')
  await append.call(this, bytes)
  if (last) process.kill(process.pid, 'SIGKILL')
}
