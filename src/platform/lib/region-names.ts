/**
 * Regions of Norway since 2024, which the packages do not have. Each is a part of one that lasted from 2020 to 2023:
 * rates and shipping methods may still name that.
 */
export const newRegions = [
  { code: 'NO-31', name: 'Østfold', parent: 'NO-30' },
  { code: 'NO-32', name: 'Akershus', parent: 'NO-30' },
  { code: 'NO-33', name: 'Buskerud', parent: 'NO-30' },
  { code: 'NO-39', name: 'Vestfold', parent: 'NO-38' },
  { code: 'NO-40', name: 'Telemark', parent: 'NO-38' },
  { code: 'NO-55', name: 'Troms/Romsa/Tromssa', parent: 'NO-54' },
  { code: 'NO-56', name: 'Finnmark/Finnmárku/Finmarkku', parent: 'NO-54' },
]

/**
 * Names in use that both packages of `regions.ts` lack: in the other official language, in the script of the country,
 * short names, and older codes. A line is a code of ISO 3166-2 and its further names.
 */
export const furtherNames = `
BE-BRU Bruxelles; Brussel; Brüssel; Région de Bruxelles-Capitale; Brussels-Capital Region
BE-VAN Anvers
BE-VBR Brabant flamand; Flämisch-Brabant
BE-VLG Vlaanderen; Flandre; Flandern; Région flamande; Flemish Region
BE-VLI Limbourg
BE-VOV Flandre-Orientale; Ostflandern
BE-VWV Flandre-Occidentale; Westflandern
BE-WAL Wallonie; Wallonië; Wallonien; Région wallonne; Walloon Region
BE-WBR Waals-Brabant; Wallonisch-Brabant
BE-WHT Henegouwen; Hennegau
BE-WLG Luik; Lüttich
BE-WLX Luxemburg
BE-WNA Namen
CA-BC Colombie-Britannique; C.-B.
CA-NB Nouveau-Brunswick; N.-B.
CA-NL Terre-Neuve-et-Labrador; Newfoundland; Terre-Neuve; T.-N.-L.; NF
CA-NS Nouvelle-Écosse; N.-É.
CA-NT Territoires du Nord-Ouest; T.N.-O.
CA-PE Île-du-Prince-Édouard; PEI; Î.-P.-É.
CA-QC PQ
CA-YT Yukon Territory; Territoire du Yukon; YK
CH-AG Argovie; Argovia
CH-AI Appenzell Rhodes-Intérieures; Appenzello Interno; Appenzell Inner Rhodes
CH-AR Appenzell Rhodes-Extérieures; Appenzello Esterno; Appenzell Outer Rhodes
CH-BE Berne; Berna
CH-BL Bâle-Campagne; Basilea Campagna; Baselland
CH-BS Bâle-Ville; Basilea Città; Basel
CH-FR Freiburg; Friburgo
CH-GE Genf; Ginevra
CH-GL Glaris; Glarona
CH-GR Grisons; Grigioni; Grischun
CH-JU Giura
CH-LU Lucerna
CH-NE Neuenburg
CH-NW Nidwald; Nidvaldo
CH-OW Obwald; Obvaldo
CH-SG Saint-Gall; San Gallo; St. Gallen
CH-SH Schaffhouse; Sciaffusa
CH-SO Soleure; Soletta
CH-SZ Schwytz; Svitto
CH-TG Thurgovie; Turgovia
CH-TI Tessin
CH-VD Waadt
CH-VS Wallis; Vallese
CH-ZG Zoug; Zugo
CH-ZH Zurich; Zurigo
CN-AH 安徽; 安徽省
CN-BJ 北京; 北京市
CN-CQ 重庆; 重庆市
CN-FJ 福建; 福建省
CN-GD 广东; 广东省
CN-GS 甘肃; 甘肃省
CN-GX 广西; 广西壮族自治区
CN-GZ 贵州; 贵州省
CN-HA 河南; 河南省
CN-HB 湖北; 湖北省
CN-HE 河北; 河北省
CN-HI 海南; 海南省
CN-HL 黑龙江; 黑龙江省
CN-HN 湖南; 湖南省
CN-JL 吉林; 吉林省
CN-JS 江苏; 江苏省
CN-JX 江西; 江西省
CN-LN 辽宁; 辽宁省
CN-NM 内蒙古; 内蒙古自治区; Inner Mongolia; Nei Mongol
CN-NX 宁夏; 宁夏回族自治区
CN-QH 青海; 青海省
CN-SC 四川; 四川省
CN-SD 山东; 山东省
CN-SH 上海; 上海市
CN-SN 陕西; 陕西省
CN-SX 山西; 山西省
CN-TJ 天津; 天津市
CN-XJ 新疆; 新疆维吾尔自治区
CN-XZ 西藏; 西藏自治区; Xizang
CN-YN 云南; 云南省
CN-ZJ 浙江; 浙江省
ES-A Alacant
ES-AN Andalucia
ES-AS Principado de Asturias; Asturies
ES-C La Coruña; Coruña
ES-CL Castilla-León; Castile and Leon
ES-CN Islas Canarias
ES-CS Castelló
ES-CT Cataluña
ES-GC Gran Canaria
ES-GI Gerona
ES-IB Islas Baleares; Baleares; Balears; Mallorca
ES-L Lérida
ES-NC Nafarroa; Comunidad Foral de Navarra
ES-OR Orense
ES-PV Euskadi; Euskal Herria
ES-SS Guipúzcoa
ES-TF Tenerife; Sta. Cruz de Tenerife
ES-V València
ES-VC Comunitat Valenciana; Comunidad Valenciana; País Valencià
ES-VI Araba; Araba/Álava; Álava/Araba
ES-BI Vizcaya
FI-01 Åland; Ahvenanmaa; Åland Islands; Landskapet Åland
FI-02 Södra Karelen
FI-03 Södra Österbotten
FI-04 Södra Savolax
FI-05 Kajanaland
FI-06 Egentliga Tavastland
FI-07 Mellersta Österbotten
FI-08 Mellersta Finland
FI-09 Kymmenedalen
FI-10 Lappland
FI-11 Birkaland
FI-12 Österbotten
FI-13 Norra Karelen
FI-14 Norra Österbotten
FI-15 Norra Savolax
FI-16 Päijänne-Tavastland
FI-17 Satakunda
FI-18 Nyland
FI-19 Egentliga Finland
FR-20R Corsica
FR-75C 75
FR-973 Guyane; French Guiana
FR-974 Réunion
FR-PAC PACA
GB-NIR NI; N. Ireland; Tuaisceart Éireann
GB-SCT Alba
GB-WLS Cymru
GR-A Ανατολική Μακεδονία και Θράκη; Anatolikí Makedonía kai Thráki
GR-B Κεντρική Μακεδονία
GR-C Δυτική Μακεδονία
GR-D Ήπειρος
GR-E Θεσσαλία
GR-F Ιόνια Νησιά
GR-G Δυτική Ελλάδα
GR-H Στερεά Ελλάδα
GR-I Αττική
GR-J Πελοπόννησος
GR-K Βόρειο Αιγαίο
GR-L Νότιο Αιγαίο
GR-M Κρήτη
GR-69 Άγιον Όρος; Agion Oros
IN-CG CT
IN-DH DD; DN
IN-OD OR; Orissa
IN-PY Pondicherry
IN-TS TG
IN-UK UT; Uttaranchal
IT-21 Piémont
IT-32 Trentino-Alto Adige/Südtirol
IT-36 Friuli; Furlanija Julijska krajina
IT-BZ Alto Adige; Südtirol; Bozen
IT-23 Valle d’Aosta; Vallée d’Aoste; AO
JP-01 北海道
JP-02 青森県; 青森
JP-03 岩手県; 岩手
JP-04 宮城県; 宮城
JP-05 秋田県; 秋田
JP-06 山形県; 山形
JP-07 福島県; 福島
JP-08 茨城県; 茨城
JP-09 栃木県; 栃木
JP-10 群馬県; 群馬
JP-11 埼玉県; 埼玉
JP-12 千葉県; 千葉
JP-13 東京都; 東京
JP-14 神奈川県; 神奈川
JP-15 新潟県; 新潟
JP-16 富山県; 富山
JP-17 石川県; 石川
JP-18 福井県; 福井
JP-19 山梨県; 山梨
JP-20 長野県; 長野
JP-21 岐阜県; 岐阜
JP-22 静岡県; 静岡
JP-23 愛知県; 愛知
JP-24 三重県; 三重
JP-25 滋賀県; 滋賀
JP-26 京都府; 京都
JP-27 大阪府; 大阪
JP-28 兵庫県; 兵庫
JP-29 奈良県; 奈良
JP-30 和歌山県; 和歌山
JP-31 鳥取県; 鳥取
JP-32 島根県; 島根
JP-33 岡山県; 岡山
JP-34 広島県; 広島
JP-35 山口県; 山口
JP-36 徳島県; 徳島
JP-37 香川県; 香川
JP-38 愛媛県; 愛媛
JP-39 高知県; 高知
JP-40 福岡県; 福岡
JP-41 佐賀県; 佐賀
JP-42 長崎県; 長崎
JP-43 熊本県; 熊本
JP-44 大分県; 大分
JP-45 宮崎県; 宮崎
JP-46 鹿児島県; 鹿児島
JP-47 沖縄県; 沖縄
KR-11 서울특별시; 서울; 서울시
KR-26 부산광역시; 부산
KR-27 대구광역시; 대구
KR-28 인천광역시; 인천
KR-29 광주광역시; 광주; Gwangju
KR-30 대전광역시; 대전
KR-31 울산광역시; 울산
KR-41 경기도; 경기
KR-42 강원도; 강원특별자치도; 강원; Gangwon-do
KR-43 충청북도; 충북
KR-44 충청남도; 충남
KR-45 전라북도; 전북특별자치도; 전북
KR-46 전라남도; 전남
KR-47 경상북도; 경북
KR-48 경상남도; 경남
KR-49 제주특별자치도; 제주도; 제주; Jeju-do
KR-50 세종특별자치시; 세종
MX-CMX CDMX; DF; D.F.; DIF; Distrito Federal; Mexico City
MX-MEX Estado de México; Edomex; Edo. de México
NL-FR Frisia
PT-20 Açores
PT-30 Madeira
US-DC Washington DC
US-VI US Virgin Islands
`
