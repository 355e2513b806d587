'use client';

import type { ChartModel } from '@proofload/charts';
import { drawPicture } from '@proofload/charts/picture';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

/** Figures of a page that the server draws; those below wait for ECharts, so that no page waits long for the server. */
const mostPictures = 3;

const PicturesLeft = createContext<{ count: number }>({ count: 0 });

/** Counts the pictures of one page while the server renders it. */
export function PictureCounter({ children }: { children: ReactNode }) {
  const [left] = useState(() => ({ count: mostPictures }));
  return <PicturesLeft value={left}>{children}</PicturesLeft>;
}

export interface ChartPictureProps {
  model: ChartModel;
  hidden: readonly string[];
}

/**
 * The figure as the server has drawn it, until ECharts takes its place; a skeleton where there is no picture or where the
 * figure has changed since. The picture is in the HTML alone: the browser never draws it, and keeps what came.
 */
export function ChartPicture({ model, hidden }: ChartPictureProps) {
  const left = useContext(PicturesLeft);
  const id = useId();
  const switchedOff = hidden.join('\n');
  const [first] = useState(() => ({ model, switchedOff, html: takePicture(left, { model, hidden, id }) }));
  if (model !== first.model || switchedOff !== first.switchedOff)
    return <Skeleton className="absolute inset-0" />;
  return (
    <div
      aria-hidden
      data-picture
      className="@container absolute inset-0 empty:animate-pulse empty:rounded-md empty:bg-raised [&_svg]:size-full"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: ECharts' SVG, in which every text is escaped
      dangerouslySetInnerHTML={{ __html: first.html }}
    />
  );
}

function takePicture(
  left: { count: number },
  { model, hidden, id }: ChartPictureProps & { id: string },
): string {
  if (left.count === 0) return '';
  const picture = drawPicture(model, { hidden, id: id.replaceAll(/\W/g, '') });
  if (picture === null) return '';
  left.count -= 1;
  const { narrow, middle, wide } = picture;
  return [
    `<div class="h-full @min-[30rem]:hidden">${narrow}</div>`,
    `<div class="hidden h-full @min-[30rem]:block @min-[54rem]:hidden">${middle}</div>`,
    `<div class="hidden h-full @min-[54rem]:block">${wide}</div>`,
  ].join('');
}
