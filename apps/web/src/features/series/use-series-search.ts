'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { readFindText, type SeriesSearch } from './find-text';
import { seriesSearchQuery } from './series-queries';

/** How long typing pauses before the catalog is asked. */
const pauseMs = 150;

/** What a text finds in a run. While a selector is not finished, what was found before stays. */
export function useSeriesSearch(runId: string, text: string) {
  const read = useMemo(() => readFindText(text), [text]);
  const [search, setSearch] = useState<SeriesSearch>(() => ('message' in read ? {} : read));
  useEffect(() => {
    if ('message' in read) return;
    const timer = setTimeout(() => setSearch(read), pauseMs);
    return () => clearTimeout(timer);
  }, [read]);
  const found = useInfiniteQuery(seriesSearchQuery(runId, search));
  const items = useMemo(() => found.data?.pages.flatMap((page) => page.items), [found.data]);
  return {
    found,
    /** Null before the first answer. */
    items: items ?? null,
    total: found.data?.pages[0]?.total ?? 0,
    message: 'message' in read ? read.message : null,
  };
}
