// The import aliases of apps/web/tsconfig.json, in the form that dependency-cruiser reads without a TypeScript compiler.
import { fileURLToPath } from 'node:url';

export default { resolve: { alias: { '@': fileURLToPath(new URL('../../apps/web/src', import.meta.url)) } } };
