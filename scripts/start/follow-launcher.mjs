// Preloaded into every process that the launcher starts: when the launcher is gone, even by SIGKILL, so is the process.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
