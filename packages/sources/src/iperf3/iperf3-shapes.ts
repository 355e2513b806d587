import { z } from 'zod';

/** cJSON writes a number that is none as null. */
const figure = z.number().nullish();

/** What iperf3 tells of a stream, or of all of them, over an interval or a whole test. Source: esnet/iperf, iperf_api.c. */
const figuresSchema = z.object({
  socket: z.number().int().nullish(),
  start: figure,
  end: figure,
  seconds: figure,
  bytes: figure,
  bits_per_second: figure,
  retransmits: figure,
  packets: figure,
  lost_packets: figure,
  out_of_order: figure,
  reorder: figure,
  lost_percent: figure,
  jitter_ms: figure,
  rtt: figure,
  rttvar: figure,
  snd_cwnd: figure,
  snd_wnd: figure,
  pmtu: figure,
  min_rtt: figure,
  mean_rtt: figure,
  max_rtt: figure,
  max_snd_cwnd: figure,
  max_snd_wnd: figure,
  omitted: z.boolean().nullish(),
  sender: z.boolean().nullish(),
});
export type Figures = z.infer<typeof figuresSchema>;

export const startSchema = z.object({
  version: z.string().nullish(),
  timestamp: z
    .object({ timesecs: z.number().min(0).max(1e11), timemillisecs: z.number().min(0).max(1e14).nullish() })
    .nullish(),
  test_start: z
    .object({
      protocol: z.string().nullish(),
      num_streams: z.number().nullish(),
      omit: z.number().min(0).max(3600).nullish(),
      duration: z.number().nullish(),
      reverse: z.number().nullish(),
    })
    .nullish(),
});
export type Start = z.infer<typeof startSchema>;

/** Figures of an interval: each stream's, and their sums, one for each direction. */
export const intervalSchema = z.object({
  streams: z.array(figuresSchema).default([]),
  sum: figuresSchema.nullish(),
  sum_bidir_reverse: figuresSchema.nullish(),
});
export type Interval = z.infer<typeof intervalSchema>;

/** TCP tells both ends of a stream, UDP one of them. */
const streamEndSchema = z.object({
  sender: figuresSchema.nullish(),
  receiver: figuresSchema.nullish(),
  udp: figuresSchema.nullish(),
});

export const endSchema = z.object({
  streams: z.array(streamEndSchema).default([]),
  sum: figuresSchema.nullish(),
  sum_sent: figuresSchema.nullish(),
  sum_received: figuresSchema.nullish(),
  sum_bidir_reverse: figuresSchema.nullish(),
  sum_sent_bidir_reverse: figuresSchema.nullish(),
  sum_received_bidir_reverse: figuresSchema.nullish(),
  cpu_utilization_percent: z.record(z.string(), figure).nullish(),
});
export type End = z.infer<typeof endSchema>;

/** Levels, by their names in iperf3, with their units. Round-trip times are microseconds. */
export const levels = {
  bits_per_second: 'bit/s',
  lost_percent: '%',
  jitter_ms: 'ms',
  rtt: 'us',
  rttvar: 'us',
  snd_cwnd: 'bytes',
  snd_wnd: 'bytes',
  pmtu: 'bytes',
  max_snd_cwnd: 'bytes',
  max_snd_wnd: 'bytes',
} as const;

/** What is counted, by the names in iperf3, with units. */
export const counts = {
  bytes: 'bytes',
  retransmits: null,
  packets: null,
  lost_packets: null,
  out_of_order: null,
  reorder: null,
} as const;

export const levelNames = Object.keys(levels) as (keyof typeof levels)[];
export const countNames = Object.keys(counts) as (keyof typeof counts)[];
