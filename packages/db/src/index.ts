export { createPrisma, type Db, type DbOptions } from './client.ts';
