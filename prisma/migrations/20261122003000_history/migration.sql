-- CreateTable
CREATE TABLE "ChangeAcknowledgement" (
    "runId" TEXT NOT NULL,
    "measurement" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,

    CONSTRAINT "ChangeAcknowledgement_pkey" PRIMARY KEY ("runId","measurement")
);

-- CreateTable
CREATE TABLE "HistoryAlarm" (
    "experimentId" TEXT NOT NULL,
    "treatment" TEXT NOT NULL,
    "measurement" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "worse" INTEGER NOT NULL,

    CONSTRAINT "HistoryAlarm_pkey" PRIMARY KEY ("experimentId","treatment","measurement")
);

-- AddForeignKey
ALTER TABLE "ChangeAcknowledgement" ADD CONSTRAINT "ChangeAcknowledgement_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HistoryAlarm" ADD CONSTRAINT "HistoryAlarm_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
