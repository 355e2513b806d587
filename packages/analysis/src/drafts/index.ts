export { describeCurves } from './describe-curves.ts';
export { describeEnvironment } from './describe-environment.ts';
export { describeMethods } from './describe-methods.ts';
export { type DraftData, evaluateDraft } from './evaluate-draft.ts';
export type { MarkdownFigure } from './markdown-text.ts';
export { matchersOf, type ParsedDraft, parseDraft } from './parse-draft.ts';
export type { DraftViewBlock } from './read-blocks.ts';
export { renderMarkdown } from './render-markdown.ts';
export { type ReportFigures, type ReportSection, renderReport, reportSections } from './render-report.ts';
