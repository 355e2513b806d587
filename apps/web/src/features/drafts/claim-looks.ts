import type { ClaimState } from '@proofload/contracts';
import { CheckCircle2, CircleHelp, type LucideIcon, MoveDiagonal } from 'lucide-react';
import type { Tone } from '@/components/ui/badge';

/** A claim that drifted is news, not a failure; only breaches are red. */
export const claimLooks: Record<ClaimState, { word: string; icon: LucideIcon; tone: Tone; edge: string }> = {
  holds: { word: 'holds', icon: CheckCircle2, tone: 'pass', edge: 'border-l-pass' },
  drifted: { word: 'drifted', icon: MoveDiagonal, tone: 'warn', edge: 'border-l-warn' },
  'cannot-be-evaluated': {
    word: 'cannot be evaluated',
    icon: CircleHelp,
    tone: 'neutral',
    edge: 'border-l-line-strong',
  },
};
