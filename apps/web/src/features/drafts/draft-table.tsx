import type { DraftSummary } from '@proofload/contracts';
import Link from 'next/link';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';

/** Drafts, the one changed last first. */
export function DraftTable({ drafts }: { drafts: readonly DraftSummary[] }) {
  return (
    <Table label="Drafts">
      <thead>
        <tr>
          <HeadCell>Draft</HeadCell>
          <HeadCell numeric>Changed</HeadCell>
          <HeadCell>By</HeadCell>
        </tr>
      </thead>
      <tbody>
        {drafts.map(({ name, title, updatedAt, updatedBy }) => (
          <Row key={name}>
            <Cell className="min-w-48">
              <Link href={`/drafts/${name}`} className="font-medium text-accent hover:underline">
                {title}
              </Link>
              {title !== name && <span className="block font-mono text-xs text-muted">{name}</span>}
            </Cell>
            <Cell numeric>
              <Time at={updatedAt} style="short" />
            </Cell>
            <Cell>{updatedBy}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
