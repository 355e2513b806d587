'use client';

import type { PrometheusServerCheck } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { ErrorNote } from '@/components/ui/error-state';
import { answers } from '../../api/answers';
import { callApi } from '../../api/call-api';

/** Asks a server, and says what it answered. `asked` counts how often that was wished; 0 is not yet. */
export function ServerCheck({ name, asked }: { name: string; asked: number }) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['prometheus-server-check', name, asked],
    queryFn: ({ signal }) =>
      callApi(`/prometheus-servers/${name}/check`, answers.prometheusServerCheck, { method: 'POST', signal }),
    enabled: asked > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div role="status" className="min-h-5 text-xs">
      {isFetching && (
        <Badge look="plain" icon={LoaderCircle} isTurning>
          Asking…
        </Badge>
      )}
      {!isFetching && error && <ErrorNote error={error} />}
      {!isFetching && data && <CheckResult check={data} />}
      {asked === 0 && <span className="text-muted">not checked</span>}
    </div>
  );
}

function CheckResult({ check }: { check: PrometheusServerCheck }) {
  if (!check.reachable) {
    return (
      <div className="space-y-0.5">
        <Badge look="plain" tone="breach" icon={CircleX}>
          No answer
        </Badge>
        <p className="max-w-96 break-words text-muted">{check.error}</p>
      </div>
    );
  }
  const { flavour, version, series, targets, durationMs } = check;
  const facts = [
    targets === null
      ? 'no series of up'
      : `${targets.toLocaleString('en')} ${targets === 1 ? 'target' : 'targets'}`,
    ...(series === null ? [] : [`${series.toLocaleString('en')} series`]),
    `${Math.max(1, Math.round(durationMs)).toLocaleString('en')} ms`,
  ];
  return (
    <div className="space-y-0.5">
      <Badge look="plain" tone="pass" icon={CircleCheck}>
        {[flavour ?? 'Answers', version].filter(Boolean).join(' ')}
      </Badge>
      <p className="text-muted">{facts.join(', ')}</p>
    </div>
  );
}
