import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyRing, makeKeyText, parseKeyRing } from './key-ring.ts';
import { createSealer, type SecretBinding } from './sealer.ts';

const keyText = Buffer.alloc(32, 7).toString('base64');
const binding: SecretBinding = { table: 'PrometheusServer', projectId: 'project1', rowId: 'row1' };
const sealerOf = (...texts: string[]) => createSealer(async () => parseKeyRing(texts.join(' ')));
const sealer = sealerOf(keyText);

/** Sealed once with the key of 32 sevens: what is in a database today must open for ever. */
const kept = 'v1.51c879ab9f83.otjdH8eBzLWsdQ02SrsSog0IuWnv38lqLnVVbjMAbQANMgqRlwropLA';

it('opens what was sealed', async () => {
  for (const secret of ['', 'hunter2', 'käse ✓', 'x'.repeat(100_000)])
    expect(await sealer.open(await sealer.seal(secret, binding), binding)).toBe(secret);
});

it('opens what an earlier release sealed', async () =>
  expect(await sealer.open(kept, binding)).toBe('correct horse'));

it('is AES-256-GCM with the row as associated data, as any other implementation reads it', async () => {
  const [version, id, text] = (await sealer.seal('plain', binding)).split('.');
  const bytes = Buffer.from(text ?? '', 'base64url');
  const opening = createDecipheriv('aes-256-gcm', Buffer.alloc(32, 7), bytes.subarray(0, 12));
  opening.setAAD(Buffer.from(`["v1","${id}","PrometheusServer","project1","row1"]`));
  opening.setAuthTag(bytes.subarray(-16));
  expect(version).toBe('v1');
  expect(`${opening.update(bytes.subarray(12, -16), undefined, 'utf8')}${opening.final('utf8')}`).toBe(
    'plain',
  );
});

it('seals the same text differently each time, and shows nothing of it', async () => {
  const texts = await Promise.all(Array.from({ length: 50 }, () => sealer.seal('hunter2', binding)));
  expect(new Set(texts).size).toBe(50);
  for (const text of texts) expect(text).toMatch(/^v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]{47}$/);
});

describe('is refused', () => {
  it.each(['table', 'projectId', 'rowId'] as const)('when its %s is another', async (part) => {
    const sealed = await sealer.seal('hunter2', binding);
    const moved = sealer.open(sealed, { ...binding, [part]: 'else' });
    await expect(moved).rejects.toMatchObject({ code: 'unavailable', message: /belongs to something else/ });
  });

  it('when any of its bytes was changed', async () => {
    const [version, id, text] = (await sealer.seal('hunter2', binding)).split('.');
    const bytes = Buffer.from(text ?? '', 'base64url');
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const sealed = `${version}.${id}.${changed.toString('base64url')}`;
      await expect(sealer.open(sealed, binding)).rejects.toThrow(/it was changed/);
    }
  });

  it('when its key is not here, which it names', async () => {
    const sealed = await sealerOf(makeKeyText()).seal('hunter2', binding);
    const id = sealed.split('.')[1] ?? '';
    await expect(sealer.open(sealed, binding)).rejects.toThrow(`its key ${id} is not among`);
  });

  it('when the name of its key was changed to another that is here', async () => {
    const both = sealerOf(keyText, Buffer.alloc(32, 8).toString('base64'));
    const sealed = await both.seal('hunter2', binding);
    const [other] = parseKeyRing(Buffer.alloc(32, 8).toString('base64'));
    await expect(both.open(sealed.replace(/\.\w+\./, `.${other.id}.`), binding)).rejects.toThrow(
      /it was changed/,
    );
  });

  it.each(['', 'v1', 'v1.a', 'v2.a.b', 'v1.000000000000.AAAA', 'plain text', 'v1.a.b.c'])(
    'when it is %j',
    async (text) => {
      await expect(sealer.open(text, binding)).rejects.toThrow(/it is damaged/);
    },
  );
});

it('rotates: the first key seals, the others open, and what is sealed anew needs no old key', async () => {
  const newText = makeKeyText();
  const old = await sealer.seal('hunter2', binding);
  const both = sealerOf(newText, keyText);
  const anew = await both.reseal(old, binding);
  expect(anew).not.toBe(old);
  expect(await both.reseal(anew, binding)).toBe(anew);
  expect(await both.open(old, binding)).toBe('hunter2');
  expect(await sealerOf(newText).open(anew, binding)).toBe('hunter2');
  await expect(sealer.open(anew, binding)).rejects.toThrow(/is not among/);
});

describe('keys', () => {
  it.each(['', ' \n', 'short', 'x'.repeat(44), Buffer.alloc(16).toString('base64'), '!'.repeat(43)])(
    'are not %j',
    (text) => {
      expect(() => parseKeyRing(text)).toThrow(/secret key/);
      if (text.trim() !== '') expect(() => parseKeyRing(text)).not.toThrow(text);
    },
  );

  it('are read with what editors and shells add', () => {
    const url = Buffer.alloc(32, 0xfb).toString('base64url');
    const ring: KeyRing = parseKeyRing(`\n${keyText} , ${url}\n`);
    expect(ring.map(({ bytes }) => bytes.toString('hex').slice(0, 4))).toEqual(['0707', 'fbfb']);
    expect(new Set(ring.map(({ id }) => id)).size).toBe(2);
  });
});
