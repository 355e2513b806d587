-- CreateTable
CREATE TABLE "PrometheusServer" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "authKind" TEXT NOT NULL,
    "username" TEXT,
    "caCertificate" TEXT,
    "clientCertificate" TEXT,
    "delayMs" INTEGER,
    "sealedSecrets" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "PrometheusServer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "PrometheusServer_projectId_name_key" ON "PrometheusServer"("projectId", "name");

-- AddForeignKey
ALTER TABLE "PrometheusServer" ADD CONSTRAINT "PrometheusServer_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
