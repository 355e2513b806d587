import type { RetentionPass } from '@proofload/contracts';
import { describeProtection, describeRemoval } from './pass-text';

/** What a pass removed or would remove, and what it left alone. */
export function PassResult({ pass }: { pass: RetentionPass }) {
  const protection = describeProtection(pass);
  return (
    <>
      <p>{describeRemoval(pass)}</p>
      {protection !== '' && <p>{protection}</p>}
      {pass.failed > 0 && <p>Something of {pass.failed} runs could not be removed and is tried again.</p>}
      {!pass.complete && <p>More is left; a worker goes on with it.</p>}
    </>
  );
}
