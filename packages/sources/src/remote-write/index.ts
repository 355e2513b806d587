export { decodeRemoteWrite, type RemoteWriteCounts, type RemoteWriteVersion } from './decode-remote-write.ts';
