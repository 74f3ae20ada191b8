/** The viewers in a process of their own, so that what they cost is not taken for the server's: a request comes as JSON, the result goes out as JSON. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadTypeScript } from '../../tools/run-typescript.mjs';

const [requestFile = '', resultFile = ''] = process.argv.slice(2);
const { runViewers } = await loadTypeScript('bench/organisation/viewers.ts');
const result = await runViewers(JSON.parse(readFileSync(requestFile, 'utf8')));
writeFileSync(resultFile, JSON.stringify(result));
process.exit(0);
