/** What a new draft begins with: one of each, to be written over. */
export const draftTemplate = `# What we found

Four workers serve {{ ratio(throughput{experiment="my-experiment", workers=4}, throughput{experiment="my-experiment", workers=1}) | 2 digits }}
the requests of one, at a 95th percentile of {{ p95{experiment="my-experiment", workers=4} }}.

\`\`\`claim
claim: Four workers serve at least three times as much
expression: ratio(throughput{experiment="my-experiment", workers=4}, throughput{experiment="my-experiment", workers=1})
expected: "> 3x"
\`\`\`

\`\`\`proofload
view: forest
experiment: my-experiment
\`\`\`

## Methods

\`\`\`proofload
view: methods
experiment: my-experiment
\`\`\`
`;
