import { requireScope, type ServiceContext } from '../context.ts';
import { scriptKey } from './script-key.ts';

const maxScriptBytes = 5 * 1024 * 1024;

/**
 * Keeps a load script under a name that definitions refer to with `workload.with.upload`; another one of the same name
 * takes its place. Every run keeps a copy of the script that it ran.
 */
export async function uploadScript(
  ctx: ServiceContext,
  input: { name: string; body: AsyncIterable<Uint8Array> },
): Promise<{ name: string; size: number; sha256: string }> {
  requireScope(ctx, 'launch');
  const stored = await ctx.artifacts.put(scriptKey(ctx.actor.projectId, input.name), input.body, {
    maxBytes: maxScriptBytes,
  });
  return { name: input.name, ...stored };
}
