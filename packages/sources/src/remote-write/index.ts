export {
  type RemoteWriteCounts,
  RemoteWriteDecoder,
  type RemoteWriteVersion,
} from './remote-write-decoder.ts';
