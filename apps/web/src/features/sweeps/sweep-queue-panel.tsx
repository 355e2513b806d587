'use client';

import type { Sweep } from '@proofload/contracts';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Facts } from '@/components/ui/facts';
import { Panel, PanelBody } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/text-link';
import { Time } from '@/components/ui/time';
import { SweepProgress } from './sweep-progress';
import { CoolDownField, PriorityField } from './sweep-settings';

/** Where a sweep stands in the queue, and how that is changed. */
export function SweepQueuePanel({ sweep }: { sweep: Sweep }) {
  const { cluster, waiting, paused } = sweep;
  return (
    <Panel
      title="Queue"
      actions={
        <Button size="small" variant="quiet" asChild>
          <Link href="/sweeps">All sweeps in progress</Link>
        </Button>
      }
    >
      <PanelBody className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SweepProgress sweep={sweep} />
        <Facts
          facts={[
            { name: 'Priority', value: <PriorityField sweep={sweep} label="Priority" /> },
            { name: 'Cool-down', value: <CoolDownField sweep={sweep} label="Cool-down" /> },
            { name: 'Runs on', value: cluster ?? 'the host of a worker' },
            ...(waiting?.place == null
              ? []
              : [{ name: 'Place', value: `${waiting.place} of the sweeps that wait` }]),
            ...(waiting?.behind
              ? [
                  {
                    name: 'After',
                    value: <TextLink href={`/sweeps/${waiting.behind}`}>the sweep before it</TextLink>,
                  },
                ]
              : []),
            ...(paused === null
              ? []
              : [
                  {
                    name: 'Paused',
                    value: (
                      <>
                        by {paused.by} <Time at={paused.at} style="relative" />
                      </>
                    ),
                  },
                ]),
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
