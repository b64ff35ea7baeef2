// A scripted maker: it edits one line in the working copy it is started in, as an assistant would after reading the order.
import { readFileSync, writeFileSync } from 'node:fs'

const path = 'src/fare.js'
writeFileSync(path, readFileSync(path, 'utf8').replace('Math.floor', 'Math.ceil'))
console.log('A kilometre begun now counts in full.')
