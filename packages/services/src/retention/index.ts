export { applyDueRetention } from './apply-due-retention.ts';
export { applyRetention } from './apply-retention.ts';
export { readRetention } from './read-retention.ts';
export { readStorageUsage } from './read-storage-usage.ts';
export { saveRetention } from './save-retention.ts';
