export { parseKeyRing } from './key-ring.ts';
export { rotateSecrets } from './rotate-secrets.ts';
export { createSealer, type Sealer, type SecretBinding } from './sealer.ts';
export {
  addSecretKey,
  dropOldSecretKeys,
  ensureSecretKey,
  readSecretKeys,
  type SecretKeyPlace,
} from './secret-keys.ts';
