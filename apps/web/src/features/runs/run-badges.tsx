import type { Citation } from '@proofload/contracts';
import {
  Ban,
  BookOpen,
  CheckCircle2,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  Clock,
  Hourglass,
  Loader,
  type LucideIcon,
  PauseCircle,
  TriangleAlert,
  XCircle,
} from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge';

interface Look {
  icon: LucideIcon;
  tone: Tone;
  text: string;
  isTurning?: boolean;
}

const statuses: Readonly<Record<string, Look>> = {
  queued: { icon: Clock, tone: 'neutral', text: 'queued' },
  starting: { icon: Hourglass, tone: 'accent', text: 'starting' },
  running: { icon: Loader, tone: 'accent', text: 'running', isTurning: true },
  finishing: { icon: Loader, tone: 'accent', text: 'finishing', isTurning: true },
  finished: { icon: CircleDashed, tone: 'neutral', text: 'finished' },
};

const outcomes: Readonly<Record<string, Look>> = {
  completed: { icon: CircleCheck, tone: 'neutral', text: 'completed' },
  failed: { icon: XCircle, tone: 'breach', text: 'failed' },
  stalled: { icon: PauseCircle, tone: 'breach', text: 'stalled' },
  limited: { icon: TriangleAlert, tone: 'warn', text: 'limited' },
  cancelled: { icon: Ban, tone: 'neutral', text: 'cancelled' },
};

const verdicts: Readonly<Record<string, Look>> = {
  pass: { icon: CheckCircle2, tone: 'pass', text: 'objectives met' },
  fail: { icon: CircleAlert, tone: 'breach', text: 'objective missed' },
  inconclusive: { icon: CircleHelp, tone: 'warn', text: 'inconclusive' },
  none: { icon: CircleMinus, tone: 'neutral', text: 'no objectives' },
};

/** Where a run or a sweep is in its life: plain. */
export function StatusBadge({ status }: { status: string }) {
  const { icon, tone, text, isTurning = false } = statuses[status] ?? unknown(status);
  return (
    <Badge look="plain" icon={icon} tone={tone} isTurning={isTurning}>
      {text}
    </Badge>
  );
}

/** How a run ended: outlined; nothing before it has. */
export function OutcomeBadge({ outcome, reason = null }: { outcome: string | null; reason?: string | null }) {
  if (outcome === null) return null;
  const { icon, tone, text } = outcomes[outcome] ?? unknown(outcome);
  return (
    <Badge look="outlined" icon={icon} tone={tone} title={reason ?? undefined}>
      {text}
    </Badge>
  );
}

/** Whether the objectives held: filled; nothing before they were judged. */
export function VerdictBadge({ verdict }: { verdict: string | null }) {
  if (verdict === null) return null;
  const { icon, tone, text } = verdicts[verdict] ?? unknown(verdict);
  return (
    <Badge icon={icon} tone={tone}>
      {text}
    </Badge>
  );
}

/** Outcome once there is one, status before. */
export function RunStateBadge({
  status,
  outcome,
  reason = null,
}: {
  status: string;
  outcome: string | null;
  reason?: string | null;
}) {
  return status === 'finished' ? (
    <OutcomeBadge outcome={outcome} reason={reason} />
  ) : (
    <StatusBadge status={status} />
  );
}

/** Marks figures that somebody published: nobody executed the run here. */
export function PublishedBadge({ citation: { title, publisher } }: { citation: Citation }) {
  return (
    <Badge look="plain" icon={BookOpen} tone="neutral" title={[title, publisher].filter(Boolean).join(', ')}>
      published
    </Badge>
  );
}

const unknown = (text: string): Look => ({ icon: CircleHelp, tone: 'neutral', text });
