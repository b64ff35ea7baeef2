// A process that writes one order after another and says each once it is there, until somebody ends it.
import { openPostgres, openSqlite, writing } from '../../../src/adapters/database/open.ts'
import { projectAll } from '../../../src/adapters/database/project.ts'
import { order } from '../../learning/orders.ts'

const [place = '', name = ''] = process.argv.slice(2)
const database = place.startsWith('postgres') ? await openPostgres(place) : openSqlite(place)
for (let n = 0; n < 5000; n++) {
  const id = `${name}-${n}`
  await writing(database, (rows) => projectAll(rows, name, [{ order: order(id) }]))
  process.stdout.write(`${id}\n`)
}
