import type { SavedView } from '@proofload/contracts';
import type { SavedViewRecord } from '@proofload/db';
import type { ServiceContext } from '../context.ts';
import { pageUrls } from '../page-urls.ts';

export function toView(ctx: Pick<ServiceContext, 'config'>, record: SavedViewRecord): SavedView {
  const { createdAtMs, ...view } = record;
  return {
    ...view,
    url: pageUrls(ctx.config.baseUrl).view(view.id),
    createdAt: new Date(createdAtMs).toISOString(),
  };
}
