export { type ArtifactStore, createDirectoryStore, type StoredArtifact } from './directory-store.ts';
