/* A small stand-in for libnvidia-ml.so.1, written from scratch for tests.
 *
 * Every call re-reads a plain "key=value" scenario file named by $FAKENVML_STATE, so a test
 * can change the machine (load, errors, GPU loss, hot-remove) while the program under test runs.
 * Of two lines with the same key the last one wins. -DOLD_DRIVER leaves the newer symbols out.
 *
 *   init=18                    nvmlInit* returns NVML_ERROR_LIB_RM_VERSION_MISMATCH
 *   count=2                    number of devices
 *   driver=580.95.05           nvmlSystemGetDriverVersion
 *   err.nvmlDeviceGetCount_v2=999   the count itself cannot be had
 *   all.err=15                 every per-device call on every GPU fails with "GPU is lost"
 *   0.err=15                   ... only on GPU 0
 *   0.err.nvmlDeviceGetUtilizationRates=3     one function on one GPU: Not Supported
 *   0.name / 0.uuid / 0.pci    strings (pci as 00000000:01:00.0)
 *   0.mem.total / .used / .reserved           MiB
 *   0.util.gpu / 0.util.mem / 0.temp / 0.templimit / 0.power (mW) / 0.powerlimit (mW) / 0.reasons (bit mask)
 *   0.clock.sm / 0.clock.mem / 0.clock.maxsm / 0.clock.maxmem (MHz) / 0.pstate
 *   0.mig=1 with 0.migs=2      the GPU is cut into so many parts of 1/7 of its memory
 *   hang=/path                 every device call waits for as long as that file is there
 *   0.compute=1234:2048,99:-   pid:MiB list, '-' = NVML_VALUE_NOT_AVAILABLE
 *   0.graphics=...             same
 *   0.putil=1234:55:20:1000000 pid:sm:mem:timestamp_us list
 *   0.pcie_kbps=12345          nvmlDeviceGetPcieThroughput (sleeps 20 ms like the real call)
 *   delay_us=500               extra time spent in every device call
 *   calls=/path/log            append the name of every call made
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <pthread.h>
#include <unistd.h>

#define API __attribute__((visibility("default")))
typedef int rv;                              /* nvmlReturn_t is an int-sized enum */
typedef struct dev { int index; } *handle;   /* opaque to callers */
enum { OK = 0, UNINIT = 1, INVALID = 2, NOTSUP = 3, NOTFOUND = 6, TOOSMALL = 7, LOST = 15, UNKNOWN = 999 };

#define MAXDEV 16
#define PARTS 7                              /* of a GPU that is cut up; they stand behind the GPUs */
static struct dev devs[MAXDEV * (1 + PARTS)];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int initcount;

/* ---- scenario ---------------------------------------------------------------- */
static int lookup(const char *key, char *out, size_t n)
{
    const char *path = getenv("FAKENVML_STATE");
    char line[8192];
    int found = 0;
    size_t kl = strlen(key);
    FILE *f = path ? fopen(path, "re") : NULL;
    if (!f) return 0;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, key, kl) && line[kl] == '=') { snprintf(out, n, "%s", line + kl + 1); found = 1; }
    }
    fclose(f);
    return found;                             /* the last one wins */
}
static long long num(long long dflt, const char *fmt, ...)
{
    char key[160], val[64]; va_list ap;
    va_start(ap, fmt); vsnprintf(key, sizeof key, fmt, ap); va_end(ap);
    return lookup(key, val, sizeof val) ? strtoll(val, NULL, 0) : dflt;
}
static void note(const char *fn)
{
    char path[512]; FILE *f;
    if (lookup("calls", path, sizeof path) && (f = fopen(path, "ae"))) { fprintf(f, "%s\n", fn); fclose(f); }
}
static int count(void) { long long c = num(1, "count"); return c < 0 ? 0 : c > MAXDEV ? MAXDEV : (int)c; }

/* Common entry check of every per-device call: 0 means go on. */
static rv enter(handle h, const char *fn, int *i)
{
    long long d, e;
    note(fn);
    pthread_mutex_lock(&lock); int up = initcount > 0; pthread_mutex_unlock(&lock);
    if (!up) return UNINIT;
    if (h < devs || h >= devs + MAXDEV * (1 + PARTS)) return INVALID;
    *i = h->index;
    if (*i >= MAXDEV) return strstr(fn, "GetUUID") || strstr(fn, "GetMemoryInfo") ? OK : NOTSUP;
    char wait_for[512];
    while (lookup("hang", wait_for, sizeof wait_for) && !access(wait_for, F_OK)) usleep(10000);
    if ((d = num(0, "delay_us")) > 0) usleep((useconds_t)d);
    if (*i >= count()) return LOST;           /* it was unplugged after the handle was taken */
    if ((e = num(-1, "%d.err.%s", *i, fn)) >= 0) return (rv)e;
    if ((e = num(-1, "%d.err", *i)) >= 0) return (rv)e;
    if ((e = num(-1, "all.err")) >= 0) return (rv)e;
    return OK;
}
#define ENTER int i; rv e_ = enter(h, __func__, &i); if (e_) return e_
static rv str(int i, const char *what, const char *dflt, char *out, unsigned n)
{
    char key[64], val[256]; snprintf(key, sizeof key, "%d.%s", i, what);
    const char *s = lookup(key, val, sizeof val) ? val : dflt;
    if (strlen(s) + 1 > n) return TOOSMALL;
    strcpy(out, s); return OK;
}

/* ---- library and system ------------------------------------------------------- */
API rv nvmlInitWithFlags(unsigned flags)
{
    note(__func__); (void)flags;
    long long e = num(0, "init"); if (e) return (rv)e;
    pthread_mutex_lock(&lock);
    for (int k = 0; k < MAXDEV * (1 + PARTS); k++) devs[k].index = k;
    initcount++;
    pthread_mutex_unlock(&lock);
    return OK;
}
API rv nvmlInit_v2(void) { return nvmlInitWithFlags(0); }
API rv nvmlShutdown(void)
{
    note(__func__);
    pthread_mutex_lock(&lock); rv r = initcount > 0 ? (initcount--, OK) : UNINIT; pthread_mutex_unlock(&lock);
    return r;
}
API const char *nvmlErrorString(rv r)
{
    static __thread char b[48]; snprintf(b, sizeof b, "fake NVML error %d", r); return b;
}
static rv sysstr(const char *key, const char *dflt, char *o, unsigned n)
{
    char v[128]; const char *s = lookup(key, v, sizeof v) ? v : dflt;
    if (strlen(s) + 1 > n) return TOOSMALL;
    strcpy(o, s); return OK;
}
API rv nvmlSystemGetDriverVersion(char *o, unsigned n) { note(__func__); return sysstr("driver", "580.95.05", o, n); }
API rv nvmlSystemGetNVMLVersion(char *o, unsigned n) { note(__func__); return sysstr("nvml", "13.580.95.05", o, n); }
API rv nvmlSystemGetCudaDriverVersion_v2(int *v) { note(__func__); *v = (int)num(13000, "cuda"); return OK; }
API rv nvmlSystemGetProcessName(unsigned pid, char *o, unsigned n)
{
    note(__func__); char p[64]; snprintf(p, sizeof p, "/proc/%u/comm", pid);
    FILE *f = fopen(p, "re"); if (!f) return NOTFOUND;
    if (!fgets(o, (int)n, f)) { fclose(f); return NOTFOUND; }
    fclose(f); o[strcspn(o, "\n")] = 0; return OK;
}

/* ---- devices ------------------------------------------------------------------ */
API rv nvmlDeviceGetCount_v2(unsigned *c)
{
    note(__func__);
    if (initcount <= 0) return UNINIT;
    long long e = num(0, "err.nvmlDeviceGetCount_v2"); if (e) return (rv)e;
    *c = (unsigned)count(); return OK;
}
API rv nvmlDeviceGetHandleByIndex_v2(unsigned k, handle *h)
{
    note(__func__);
    if (initcount <= 0) return UNINIT;
    if (k >= (unsigned)count()) return INVALID;
    long long e = num(0, "%u.err.nvmlDeviceGetHandleByIndex_v2", k); if (e) return (rv)e;
    *h = &devs[k]; return OK;
}
API rv nvmlDeviceGetHandleByPciBusId_v2(const char *id, handle *h)
{
    note(__func__);
    if (initcount <= 0) return UNINIT;
    for (int k = 0; k < count(); k++) {
        char key[32], have[64]; snprintf(key, sizeof key, "%d.pci", k);
        if (!lookup(key, have, sizeof have)) snprintf(have, sizeof have, "00000000:%02X:00.0", k + 1);
        size_t n = strlen(id), m = strlen(have);
        if (n >= 7 && m >= 7 && !strcasecmp(id + n - 7, have + m - 7)) { *h = &devs[k]; return OK; }
    }
    return NOTFOUND;
}
API rv nvmlDeviceGetName(handle h, char *o, unsigned n) { ENTER; return str(i, "name", "NVIDIA GeForce RTX 0000 (fake)", o, n); }
API rv nvmlDeviceGetUUID(handle h, char *o, unsigned n)
{
    ENTER; char d[64]; snprintf(d, sizeof d, "%s-fa4e0000-0000-0000-0000-%012d", i < MAXDEV ? "GPU" : "MIG", i); return str(i, "uuid", d, o, n);
}
API rv nvmlDeviceGetIndex(handle h, unsigned *o) { ENTER; *o = (unsigned)i; return OK; }
struct pci { char legacy[16]; unsigned domain, bus, device, devid, subsys; char id[32]; };
API rv nvmlDeviceGetPciInfo_v3(handle h, struct pci *p)
{
    ENTER; char d[32]; memset(p, 0, sizeof *p);
    snprintf(d, sizeof d, "00000000:%02X:00.0", i + 1);
    rv r = str(i, "pci", d, p->id, sizeof p->id); if (r) return r;
    sscanf(p->id, "%x:%x:%x", &p->domain, &p->bus, &p->device);
    snprintf(p->legacy, sizeof p->legacy, "%04x:%02x:%02x.0", p->domain & 0xffffu, p->bus & 0xffu, p->device & 0xffu);
    p->devid = 0x268410deu; return OK;
}
static void mem(int i, uint64_t *total, uint64_t *reserved, uint64_t *used)
{
    int part = i >= MAXDEV, gpu = part ? (i - MAXDEV) / PARTS : i;
    *total = ((uint64_t)num(24576, "%d.mem.total", gpu) << 20) / (part ? PARTS : 1);
    *used = (uint64_t)num(1024, "%d.mem.used", i) << 20;
    *reserved = (uint64_t)num(400, "%d.mem.reserved", i) << 20;
}
struct mem1 { uint64_t total, free, used; };
API rv nvmlDeviceGetMemoryInfo(handle h, struct mem1 *m)     /* v1: reserved is counted as used */
{
    ENTER; uint64_t r; mem(i, &m->total, &r, &m->used); m->used += r; m->free = m->total - m->used; return OK;
}
#ifndef OLD_DRIVER
struct mem2 { unsigned version; uint64_t total, reserved, free, used; };
API rv nvmlDeviceGetMemoryInfo_v2(handle h, struct mem2 *m)
{
    ENTER; if (m->version != (sizeof *m | 2u << 24)) return 25;      /* ARGUMENT_VERSION_MISMATCH */
    mem(i, &m->total, &m->reserved, &m->used); m->free = m->total - m->used - m->reserved; return OK;
}
#endif
struct util { unsigned gpu, memory; };
API rv nvmlDeviceGetUtilizationRates(handle h, struct util *u)
{
    ENTER; u->gpu = (unsigned)num(0, "%d.util.gpu", i); u->memory = (unsigned)num(0, "%d.util.mem", i); return OK;
}
API rv nvmlDeviceGetTemperature(handle h, int sensor, unsigned *t) { ENTER; (void)sensor; *t = (unsigned)num(45, "%d.temp", i); return OK; }
API rv nvmlDeviceGetTemperatureThreshold(handle h, int kind, unsigned *t) { ENTER; if (kind != 1) return NOTSUP; *t = (unsigned)num(90, "%d.templimit", i); return OK; }
API rv nvmlDeviceGetPowerUsage(handle h, unsigned *mw) { ENTER; *mw = (unsigned)num(30000, "%d.power", i); return OK; }
API rv nvmlDeviceGetEnforcedPowerLimit(handle h, unsigned *mw) { ENTER; *mw = (unsigned)num(450000, "%d.powerlimit", i); return OK; }
API rv nvmlDeviceGetMigMode(handle h, unsigned *cur, unsigned *pend) { ENTER; long long m = num(-1, "%d.mig", i); if (m < 0) return NOTSUP; *cur = *pend = (unsigned)m; return OK; }
API rv nvmlDeviceGetMaxMigDeviceCount(handle h, unsigned *n) { ENTER; *n = PARTS; return OK; }
API rv nvmlDeviceGetMigDeviceHandleByIndex(handle h, unsigned k, handle *part)
{
    ENTER; if (k >= (unsigned)num(0, "%d.migs", i)) return NOTFOUND;
    *part = &devs[MAXDEV + i * PARTS + (int)k]; return OK;
}
static rv clock_of(int i, int kind, const char *most, unsigned *mhz)     /* 1: SM, 2: memory */
{
    if (kind != 1 && kind != 2) return NOTSUP;
    *mhz = (unsigned)num(kind == 1 ? 1500 : 7000, "%d.clock.%s%s", i, most, kind == 1 ? "sm" : "mem"); return OK;
}
API rv nvmlDeviceGetClockInfo(handle h, int kind, unsigned *mhz) { ENTER; return clock_of(i, kind, "", mhz); }
API rv nvmlDeviceGetMaxClockInfo(handle h, int kind, unsigned *mhz) { ENTER; return clock_of(i, kind, "max", mhz); }
API rv nvmlDeviceGetPerformanceState(handle h, int *o) { ENTER; *o = (int)num(0, "%d.pstate", i); return OK; }
API rv nvmlDeviceGetCurrentClocksThrottleReasons(handle h, uint64_t *r) { ENTER; *r = (uint64_t)num(0, "%d.reasons", i); return OK; }
#ifndef OLD_DRIVER
API rv nvmlDeviceGetCurrentClocksEventReasons(handle h, uint64_t *r) { ENTER; *r = (uint64_t)num(0, "%d.reasons", i); return OK; }
#endif
API rv nvmlDeviceGetPcieThroughput(handle h, int counter, unsigned *kbps) { ENTER; (void)counter; usleep(20000); *kbps = (unsigned)num(0, "%d.pcie_kbps", i); return OK; }

/* ---- processes ---------------------------------------------------------------- */
struct proc2 { unsigned pid; uint64_t used; unsigned gi, ci; };      /* the _v2 and _v3 layout */
static rv procs(int i, const char *kind, unsigned *n, struct proc2 *out)
{
    char key[64], list[4096] = ""; unsigned have = 0, room = *n;
    snprintf(key, sizeof key, "%d.%s", i, kind); lookup(key, list, sizeof list);
    char *save = NULL;
    for (char *t = strtok_r(list, ",", &save); t; t = strtok_r(NULL, ",", &save), have++) {
        if (!out || have >= room) continue;
        char *c = strchr(t, ':'); memset(&out[have], 0, sizeof *out);
        out[have].pid = (unsigned)strtoul(t, NULL, 10);
        out[have].used = !c || c[1] == '-' ? UINT64_MAX : strtoull(c + 1, NULL, 10) << 20;
        out[have].gi = out[have].ci = 0xffffffffu;
    }
    *n = have;
    return have > (out ? room : 0) ? TOOSMALL : OK;
}
#define PROCS(name, kind) API rv name(handle h, unsigned *n, struct proc2 *o) { ENTER; return procs(i, kind, n, o); }
PROCS(nvmlDeviceGetComputeRunningProcesses_v2, "compute")
PROCS(nvmlDeviceGetGraphicsRunningProcesses_v2, "graphics")
#ifndef OLD_DRIVER
PROCS(nvmlDeviceGetComputeRunningProcesses_v3, "compute")
PROCS(nvmlDeviceGetGraphicsRunningProcesses_v3, "graphics")
#endif
struct psample { unsigned pid; uint64_t ts; unsigned sm, mem, enc, dec; };
API rv nvmlDeviceGetProcessUtilization(handle h, struct psample *o, unsigned *n, uint64_t since)
{
    ENTER; char key[64], list[4096] = ""; unsigned have = 0, room = o ? *n : 0;
    snprintf(key, sizeof key, "%d.putil", i);
    if (!lookup(key, list, sizeof list)) return NOTFOUND;      /* what a real idle GPU answers */
    char *save = NULL;
    for (char *t = strtok_r(list, ",", &save); t; t = strtok_r(NULL, ",", &save)) {
        struct psample s = {0}; unsigned long long ts = 0;
        if (sscanf(t, "%u:%u:%u:%llu", &s.pid, &s.sm, &s.mem, &ts) < 2 || ts <= since) continue;
        s.ts = ts; if (have < room) o[have] = s;
        have++;
    }
    *n = have;
    if (!have) return (rv)num(NOTFOUND, "%d.putil_empty", i);
    return have > room ? TOOSMALL : OK;
}
