export { uploadScript } from './upload-script.ts';
