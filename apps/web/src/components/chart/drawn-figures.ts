'use client';

import type { ChartModel } from '@proofload/charts';
import { type RefObject, useEffect } from 'react';

/** What a figure on the page shows, also while it is not drawn yet. */
export interface DrawnFigure {
  model: ChartModel;
  hidden: readonly string[];
}

const figures = new WeakMap<Element, DrawnFigure>();

/** Lets whoever exports the page find what its figures show. */
export function useDrawnFigure(
  place: RefObject<HTMLElement | null>,
  model: ChartModel,
  hidden: readonly string[],
): void {
  useEffect(() => {
    if (place.current) figures.set(place.current, { model, hidden });
  }, [place, model, hidden]);
}

/** What a `figure` element shows; undefined until the page has come to life there. */
export const drawnFigure = (element: Element): DrawnFigure | undefined => figures.get(element);
