import {
  Ban,
  CheckCircle2,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  Clock,
  Hourglass,
  Loader,
  PauseCircle,
  PlayCircle,
  TriangleAlert,
  XCircle,
} from 'lucide-react';
import { Badge } from '@/components/ui/badge';

/** Where a run is in its life. */
export function StatusBadge({ status }: { status: string }) {
  switch (status) {
    case 'queued':
      return <Badge icon={Clock}>queued</Badge>;
    case 'starting':
      return (
        <Badge icon={Hourglass} tone="accent">
          starting
        </Badge>
      );
    case 'running':
      return (
        <Badge icon={PlayCircle} tone="accent">
          running
        </Badge>
      );
    case 'finishing':
      return (
        <Badge icon={Loader} tone="accent">
          finishing
        </Badge>
      );
    default:
      return <Badge icon={CircleDashed}>{status}</Badge>;
  }
}

/** How a run ended; nothing before it has. */
export function OutcomeBadge({ outcome, reason }: { outcome: string | null; reason?: string | null }) {
  const title = reason ? { title: reason } : {};
  switch (outcome) {
    case null:
      return null;
    case 'completed':
      return (
        <Badge icon={CheckCircle2} {...title}>
          completed
        </Badge>
      );
    case 'failed':
      return (
        <Badge icon={XCircle} tone="breach" {...title}>
          failed
        </Badge>
      );
    case 'stalled':
      return (
        <Badge icon={PauseCircle} tone="breach" {...title}>
          stalled
        </Badge>
      );
    case 'limited':
      return (
        <Badge icon={TriangleAlert} tone="warn" {...title}>
          limited
        </Badge>
      );
    default:
      return (
        <Badge icon={Ban} {...title}>
          {outcome}
        </Badge>
      );
  }
}

/** Whether the objectives held. */
export function VerdictBadge({ verdict }: { verdict: string | null }) {
  switch (verdict) {
    case null:
      return null;
    case 'pass':
      return (
        <Badge icon={CheckCircle2} tone="pass">
          objectives met
        </Badge>
      );
    case 'fail':
      return (
        <Badge icon={CircleAlert} tone="breach">
          objective missed
        </Badge>
      );
    case 'inconclusive':
      return (
        <Badge icon={CircleHelp} tone="warn">
          inconclusive
        </Badge>
      );
    default:
      return <Badge icon={CircleMinus}>no objectives</Badge>;
  }
}

/** Outcome once there is one, status before. */
export function RunStateBadge({
  status,
  outcome,
  reason,
}: {
  status: string;
  outcome: string | null;
  reason?: string | null;
}) {
  return status === 'finished' ? (
    <OutcomeBadge outcome={outcome} reason={reason ?? null} />
  ) : (
    <StatusBadge status={status} />
  );
}
