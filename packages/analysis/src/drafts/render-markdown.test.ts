import { expect, it } from 'vitest';
import { evaluateDraft } from './evaluate-draft.ts';
import { parseDraft } from './parse-draft.ts';
import { renderMarkdown } from './render-markdown.ts';

const data = {
  scope: { runs: [], explain: () => null },
  views: [],
  definitions: [],
  title: 't',
  evaluatedAt: '2026-01-31T12:00:00.000Z',
};
const render = (source: string) => renderMarkdown(evaluateDraft(parseDraft(source), data));

it('fills numbers in and says how claims stand', () => {
  const source = `# A *title*

Some **bold {{ 1 + 2 }}**, [a link](https://a.example/b) and \\*stars\\*[^x].

1. one
2. two
   - [x] {{ 2 s | 2 digits }}

| a | b |
|---|--:|
| \`x\\|y\` | {{ 3 x }} |

\`\`\`js
a \`b\`
\`\`\`

\`\`\`claim
{claim: Three, expression: 3 x, expected: "> 4x"}
\`\`\`

[^x]: A note.
`;
  expect(render(source)).toBe(`# A title

**The claim drifted** (2026-01-31T12:00:00.000Z).

Some **bold 3**, [a link](<https://a.example/b>) and \\*stars\\*[^1].

1. one
2. two

   - [x] 2\u00a0s

| a | b |
| --- | ---: |
| \`x\\|y\` | 3x |

\`\`\`js
a \`b\`
\`\`\`

> **Drifted:** Three
>${' '}
> Expected \\> 4x; found 3x. \`3 x\`

[^1]: A note.
`);
});

it('comes to the same when it is read again', () => {
  const once = render('a *b* `c` 1\\. d\n\n> e\n\n- f\n- g\n\n---\n\n## h\n\n<b>\n');
  expect(render(once)).toBe(once);
});
