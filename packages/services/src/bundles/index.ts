export { maxBundleBytes } from './bundle-file.ts';
export { exportDraftBundle, exportReport } from './export-bundle.ts';
export { importBundle } from './import-bundle.ts';
