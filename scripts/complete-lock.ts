// Adds to package-lock.json the packages for other platforms that npm left out because the registry in use does not
// carry them. Without their entries `npm ci` refuses the lock file; with them it skips what is for another platform.
import { readFileSync, writeFileSync } from 'node:fs';
import { findOmitted } from './lint/omitted-packages.ts';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const omitted = findOmitted(lock.packages);
Object.assign(lock.packages, omitted);
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(omitted).length} packages added to package-lock.json`);
