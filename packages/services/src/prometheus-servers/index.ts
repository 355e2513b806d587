export { checkPrometheusServer } from './check-prometheus-server.ts';
export {
  deletePrometheusServer,
  listPrometheusServers,
  readPrometheusServer,
} from './list-prometheus-servers.ts';
export { createPrometheusServer, replacePrometheusServer } from './save-prometheus-server.ts';
