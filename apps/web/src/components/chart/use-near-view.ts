'use client';

import { type RefObject, useEffect, useState } from 'react';
import { drawWhenIdle } from './draw-when-idle';

/** How far from the view something is near: about a screen, so that it is there when the reader is. */
const margin = '600px 0px';

/**
 * Whether an element is near the view, and whether what it holds is wanted: from when it first was near, when the page
 * is printed, or when the browser had nothing else to do.
 */
export function useNearView(element: RefObject<HTMLElement | null>): { isNear: boolean; isWanted: boolean } {
  const [isNear, setIsNear] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNearNow = entries.at(-1)?.isIntersecting === true;
        setIsNear(isNearNow);
        if (isNearNow) setIsWanted(true);
      },
      { rootMargin: margin },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [element]);
  useEffect(() => {
    if (isWanted) return;
    const want = (): void => setIsWanted(true);
    window.addEventListener('beforeprint', want);
    const cancel = drawWhenIdle(want);
    return () => {
      window.removeEventListener('beforeprint', want);
      cancel();
    };
  }, [isWanted]);
  return { isNear, isWanted };
}
