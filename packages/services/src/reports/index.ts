export { canonicalJson } from './canonical-json.ts';
export { createReport } from './create-report.ts';
export { listReports } from './list-reports.ts';
export { exportReportText, type ReportReader, readReport } from './read-report.ts';
export { updateReport } from './update-report.ts';
