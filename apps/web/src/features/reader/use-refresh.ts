'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Renders the page's data anew on the server, time and again, while something goes on and somebody looks. */
export function useRefresh(isActive: boolean, everyMs = 4000): void {
  const router = useRouter();
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isActive, everyMs, router]);
}
