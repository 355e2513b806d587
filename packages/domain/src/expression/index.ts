export * from './expression-node.ts';
export * from './match-run.ts';
export { parseExpression, parseRunMatchers } from './parse-expression.ts';
