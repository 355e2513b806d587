'use client';

import type { RunLog } from '@proofload/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

type LogLine = RunLog['lines'][number];

export interface RunLogView {
  lines: readonly LogLine[];
  isPending: boolean;
  error: Error | null;
  /** There are lines after those that were read. */
  hasMore: boolean;
  /** Reads more of a long log. */
  readMore(): void;
}

const pageSize = 1000;
/** Lines that are read without being asked for. */
const firstLines = 5000;
const pollMs = 2000;

/** The log of a run from its beginning; what is new is added to it while the run goes on. */
export function useRunLog(runId: string, isLive: boolean): RunLogView {
  const client = useQueryClient();
  const [wanted, setWanted] = useState(firstLines);
  const key = ['log', runId];
  const { data, isPending, error } = useQuery({
    // The last lines come when the run ends, so its end reads once more.
    queryKey: [...key, { isLive, wanted }],
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<readonly LogLine[]>(key) ?? [];
      const lines = await readOn(runId, known, wanted, signal);
      client.setQueryData(key, lines);
      return lines;
    },
    placeholderData: (previous) => previous,
    refetchInterval: isLive ? pollMs : false,
    staleTime: 0,
  });
  const lines = data ?? [];
  return {
    lines,
    isPending,
    error,
    hasMore: lines.length >= wanted,
    readMore: () => setWanted((before) => before + firstLines),
  };
}

/** Adds what came after the known lines, page by page, until there is no more or enough. */
async function readOn(
  runId: string,
  known: readonly LogLine[],
  wanted: number,
  signal: AbortSignal,
): Promise<readonly LogLine[]> {
  let lines = known;
  while (lines.length < wanted) {
    const after = lines.at(-1)?.seq ?? 0;
    const page = await callApi(`/runs/${runId}/log?after=${after}&limit=${pageSize}`, answers.runLog, {
      signal,
    });
    if (page.lines.length === 0) break;
    lines = [...lines, ...page.lines];
    if (page.lines.length < pageSize) break;
  }
  return lines;
}
