import sys, pathlib, shutil, tempfile, json, time, socket, threading
sys.path.insert(0,'/work/main/Tests/Acceptance'); sys.dont_write_bytecode=True
import pytest
from fairkit import *
import test_encryption as T
def test_say(template, tmp_path_factory, capsys):
    with capsys.disabled():
        for damage,(change,_) in T.DAMAGES.items():
            place = tmp_path_factory.mktemp("d"); store, other = Store(place/"data"), Store(place/"other")
            shutil.copytree(template.store.path, store.path); command("init","--data",other.path)
            change(store,other)
            d=store.serve(status=1); print(damage,'→',d.stderr.replace(str(place),''), d.stdout)
        d=template.store.serve(status=1, FAIRKIT_MASTER_KEY="zz"*32); print(d.stderr)
        d=template.store.serve(status=1, FAIRKIT_MASTER_KEY="00"*32); print(d.stderr)
        d=template.store.serve("--port","http",status=64); print(d.stderr)
        d=command("scan","/nonexistent.jpg",status=1); print(d.stderr)
def test_slow(fresh, capsys):
    from kits import photo,kit_code
    with capsys.disabled():
        host,port=fresh.server.address.split(":")
        lines=[]
        for _ in range(8):
            l=socket.create_connection((host,int(port)))
            l.sendall(f"POST /api/v1/test-kits/scan HTTP/1.1\r\nHost: x\r\nX-API-Key: {fresh.keys['patient']}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b".encode()); lines.append(l)
        time.sleep(.5)
        r=fresh.other_patient.scan(photo(kit_code())); print("while 8 hang:", r.status_code, r.text)
        for wait in (5,10,20,30):
            time.sleep(wait); r=fresh.other_patient.scan(photo(kit_code())); print(wait, r.status_code)
            if r.status_code==200: break
        t=time.monotonic()
        try: print("exit", fresh.server.stop(within=30), time.monotonic()-t)
        except Exception as e: print("no stop within 30 s with hanging uploads", e)
def test_idle(fresh, capsys):
    with capsys.disabled():
        host,port=fresh.server.address.split(":")
        l=socket.create_connection((host,int(port))); l.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n")
        k=socket.create_connection((host,int(port)));
        time.sleep(.2); t=time.monotonic()
        try: print("stop with idle/half connections: exit", fresh.server.stop(within=30), time.monotonic()-t)
        except Exception as e: print("no stop", e)
def test_odd(fresh, capsys):
    with capsys.disabled():
        w=fresh
        def show(name, r): print(name, '→', r.status_code, dict((k,v) for k,v in r.headers.items() if k in('content-type','allow','retry-after','location','cache-control')), r.text[:300])
        show("PUT profile", w.clinician.put("/api/v1/profiles"))
        show("DELETE result", w.clinician.delete("/api/v1/results/01990000-0000-7000-8000-000000000000"))
        show("trailing slash", w.clinician.get("/api/v1/results/"))
        show("upper uuid", w.clinician.get(f"/api/v1/profiles/{w.profiles['patient'].upper()}"))
        show("dup json", w.patient.post("/api/v1/test-kits/register", content=b'{"barcode":"a","barcode":"b"}', headers={"content-type":"application/json"}))
        show("bad utf8", w.patient.post("/api/v1/test-kits/register", content=b'{"barcode":"\xff\xfe"}', headers={"content-type":"application/json"}))
        show("deep", w.patient.post("/api/v1/test-kits/register", content=b'['*60000, headers={"content-type":"application/json"}))
        show("nul in name", w.clinician.post("/api/v1/profiles", json={"name":{"given":"A\0B","family":"x"},"birthDate":"1980-01-01"}))
        show("future birth", w.clinician.post("/api/v1/profiles", json={"name":{"given":"A","family":"x"},"birthDate":"2999-01-01"}))
        show("unknown member", w.clinician.post("/api/v1/profiles", json={"name":{"given":"A","family":"x"},"birthDate":"1980-01-01","shoe":1}))
        show("consents", w.clinician.post("/api/v1/profiles", json={"name":{"given":"A","family":"x"},"birthDate":"1980-01-01","consents":{"research":True}}))
        for v in ("8e2","820.0","820.000","820.0000","1e-3","-0","0.1e1","1e400","NaN","820.1234", "999999.9995"):
            from kits import kit_code
            c=kit_code()
            b=f'{{"reference":"R{c}","kitCode":"{c}","testDate":"2026-11-20","level":{{"value":{v},"unit":"mg/dL"}}}}'
            r=w.laboratory.post("/api/v1/results",content=b,headers={"content-type":"application/json"}); print(v, r.status_code, r.json().get("level") or r.json().get("code"), r.json().get("flag"))
        c=kit_code(); show("future test", w.laboratory.post("/api/v1/results",json={"reference":"F","kitCode":c,"testDate":"2027-11-20","level":{"value":1,"unit":"mg/dL"}}))
        show("status amended first", w.laboratory.post("/api/v1/results",json={"reference":"F2","kitCode":c,"testDate":"2026-11-20","status":"amended","level":{"value":1,"unit":"mg/dL"}}))
        r=w.laboratory.result(c,900,status=202)
        show("if-match *", w.laboratory.post(f"/api/v1/results/{r['id']}/corrections",json={"reason":"x"},headers={"If-Match":"*"}))
        show("if-match weak", w.laboratory.post(f"/api/v1/results/{r['id']}/corrections",json={"reason":"x"},headers={"If-Match":'W/"1"'}))
        show("status final corr", w.laboratory.post(f"/api/v1/results/{r['id']}/corrections",json={"reason":"x","status":"final"}))
        show("from>to", w.clinician.get("/api/v1/results?from=2026-12-01&to=2026-01-01"))
        show("unknown param", w.clinician.get("/api/v1/results?shoe=1"))
        show("limit x", w.clinician.get("/api/v1/results?limit=x"))
        show("unmatched=no", w.clinician.get("/api/v1/results?unmatched=maybe"))
        show("patient asks for other's", w.patient.get(f"/api/v1/results?patientId={w.profiles['other_patient']}"))
        show("claim empty", w.consumer.post("/api/v1/alert-groups/default/claim", json={}))
        show("claim no body", w.consumer.post("/api/v1/alert-groups/default/claim"))
        show("multipart two photos", w.patient.post("/api/v1/test-kits/scan", files=[("photo",("a.jpg",b"\xff\xd8\xff")),("photo",("b.jpg",b"\xff\xd8\xff"))]))
        show("multipart no photo field", w.patient.post("/api/v1/test-kits/scan", files={"other":("a.jpg",b"x")}))
        show("empty photo", w.patient.post("/api/v1/test-kits/scan", files={"photo":("a.jpg",b"")}))
        show("multipart nothing", w.patient.post("/api/v1/test-kits/register", files={"x":("a",b"x")}))
        show("multipart blank barcode", w.patient.post("/api/v1/test-kits/register", files={"barcode":(None,b"  ")}))
        show("json blank", w.patient.post("/api/v1/test-kits/register", json={"barcode":"  "}))
        show("head", w.clinician.head("/api/v1/results"))
        show("options", w.clinician.options("/api/v1/results"))
        show("HEAD live", w.server.client().head("/health/live"))
