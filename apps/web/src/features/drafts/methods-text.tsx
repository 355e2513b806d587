import type { DraftMethods } from '@proofload/contracts';
import { Facts } from '@/components/ui/facts';
import { PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

/** How the numbers came about, made from definitions and runs: what was varied, measured, repeated and left out. */
export function MethodsText({ methods }: { methods: DraftMethods }) {
  return methods.map((method) => (
    <div key={method.experiment ?? ''} className="border-b border-line last:border-b-0">
      <PanelBody className="space-y-3">
        {method.experiment && <h3>{method.experiment}</h3>}
        <Facts facts={factsOf(method)} />
      </PanelBody>
      <Table label={`Measurements of ${method.experiment ?? 'these runs'}`}>
        <thead>
          <tr>
            <HeadCell>Measurement</HeadCell>
            <HeadCell>How it is measured</HeadCell>
            <HeadCell>Unit</HeadCell>
          </tr>
        </thead>
        <tbody>
          {method.measurements.map(({ name, said, unit }) => (
            <Row key={name}>
              <Cell className="font-medium">{name}</Cell>
              <Cell className="break-words">{said}</Cell>
              <Cell>{unit ?? <span className="text-muted">none</span>}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Table label={`Treatments of ${method.experiment ?? 'these runs'}`}>
        <thead>
          <tr>
            <HeadCell>Treatment</HeadCell>
            <HeadCell numeric>n</HeadCell>
            <HeadCell>Left out</HeadCell>
          </tr>
        </thead>
        <tbody>
          {method.treatments.map(({ key, n, leftOut }) => (
            <Row key={key}>
              <Cell>{key === '' ? 'no parameters' : key}</Cell>
              <Cell numeric>{n}</Cell>
              <Cell>
                {leftOut.length === 0 ? (
                  <span className="text-muted">none</span>
                ) : (
                  `${leftOut.length}: ${[...new Set(leftOut)].join('; ')}`
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  ));
}

function factsOf(method: DraftMethods[number]) {
  const factors = method.factors.map(({ name, levels }) => `${name}: ${levels.join(', ')}`);
  return [
    { name: 'Objective', value: method.objective },
    { name: 'Definition', value: sayVersions(method.versions) },
    { name: 'Executor', value: method.executor },
    { name: 'Factors', value: factors.join('; ') },
    { name: 'Replicates', value: method.replicates === null ? '' : `${method.replicates} planned` },
    { name: 'Objectives', value: method.objectives.join('; ') },
    { name: 'Goals', value: method.goals.join('; ') },
    { name: 'Published', value: <Citations citations={method.citations} /> },
  ].filter(({ name, value }) => (name === 'Published' ? method.citations.length > 0 : Boolean(value)));
}

const sayVersions = (versions: readonly number[]): string =>
  versions.length === 0 ? '' : `version ${versions.join(', ')}`;

function Citations({ citations }: Pick<DraftMethods[number], 'citations'>) {
  return citations.map(({ title, url }) => (
    <a
      key={url}
      href={url}
      rel="noreferrer nofollow"
      className="block text-accent underline underline-offset-2"
    >
      {title}
    </a>
  ));
}
