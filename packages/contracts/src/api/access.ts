import { z } from 'zod';
import { idSchema, instantSchema } from './fields.ts';

export const scopeSchema = z.enum(['read', 'ingest', 'launch', 'admin']);
export type Scope = z.infer<typeof scopeSchema>;

export const createTokenSchema = z
  .strictObject({
    name: z.string().min(1).max(100),
    scopes: z.array(scopeSchema).min(1),
    expiresAt: instantSchema.optional(),
  })
  .meta({ id: 'CreateToken' });
export type CreateToken = z.infer<typeof createTokenSchema>;

export const tokenSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    prefix: z.string().meta({ description: 'First characters, to tell tokens apart' }),
    scopes: z.array(scopeSchema),
    createdAt: instantSchema,
    lastUsedAt: instantSchema.nullable(),
    expiresAt: instantSchema.nullable(),
    revokedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Token' });
export type Token = z.infer<typeof tokenSchema>;
export const createdTokenSchema = tokenSchema
  .extend({ token: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'CreatedToken' });
export type CreatedToken = z.infer<typeof createdTokenSchema>;
export const tokenListSchema = z.object({ items: z.array(tokenSchema) }).meta({ id: 'TokenList' });
export type TokenList = z.infer<typeof tokenListSchema>;

export const whoSchema = z
  .object({
    kind: z.enum(['user', 'token']),
    name: z.string(),
    project: z.string(),
    scopes: z.array(scopeSchema),
  })
  .meta({ id: 'Who' });
export type Who = z.infer<typeof whoSchema>;
